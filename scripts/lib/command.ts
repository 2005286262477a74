// What the command lines have in common: how they fail.

/** The command was called wrongly: exit code 2 and the way to call it. */
export class UsageError extends Error {}

/** Runs a command that explains itself with --help, and turns what it throws into a sentence on stderr and an exit code. */
export async function runCommand(
  usage: string | undefined,
  command: () => Promise<void>,
): Promise<void> {
  if (
    usage !== undefined &&
    process.argv.slice(2).some((word) => word === "--help" || word === "-h")
  ) {
    console.log(usage);
    return;
  }
  try {
    await command();
  } catch (error) {
    // The end of the command line: nobody is left to catch it.
    if (isUsageError(error)) {
      console.error(`${error.message}\n\nUsage: ${lineOf(usage ?? "")}\nMore: --help`);
      process.exitCode = 2;
      return;
    }
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/** The line of the action that was asked for, such as "set", or the first. */
function lineOf(usage: string): string | undefined {
  const lines = usage.split("\n");
  return lines.find((line) => line.includes(` -- ${process.argv[2]} `)) ?? lines[0];
}

function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  // What node:util parseArgs throws at an unknown flag.
  return (
    error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")
  );
}
