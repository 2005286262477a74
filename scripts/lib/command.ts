// Handles --help and errors for all commands.

/** Reports invalid arguments. The command prints its usage and exits with code 2. */
export class UsageError extends Error {}

/** Runs a command. Prints `usage` for --help, and turns an error into a message on stderr and an exit code. */
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
    // The command ends here: no caller can handle the error.
    if (isUsageError(error)) {
      console.error(`${error.message}\n\nUsage: ${lineOf(usage ?? "")}\nMore: --help`);
      process.exitCode = 2;
      return;
    }
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/** Returns the usage line of the given action, such as "set", or the first line. */
function lineOf(usage: string): string | undefined {
  const lines = usage.split("\n");
  return lines.find((line) => line.includes(` -- ${process.argv[2]} `)) ?? lines[0];
}

function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  // parseArgs() of node:util throws these errors for an unknown flag.
  return (
    error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")
  );
}
