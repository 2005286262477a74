/** Ignores errors of a command: the target is closed or does not support the command. */
export async function ignoreErrors(command: Promise<unknown>): Promise<void> {
  await command.catch(() => undefined);
}
