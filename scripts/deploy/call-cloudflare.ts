// Runs wrangler on the account that it is logged in to. Errors include the next step.
import { explainError } from "./explain-error.ts";
import { wrangler } from "../lib/wrangler.ts";

/** Returns wrangler's output. Throws an Error with the next step. */
export async function callCloudflare(...command: string[]): Promise<string> {
  return run(command).catch((error: unknown) => {
    throw explainError(error);
  });
}

/** Returns wrangler's output; undefined when wrangler fails with the expected error. Throws an Error with the next step. */
export async function tryCloudflare(
  expected: RegExp,
  ...command: string[]
): Promise<string | undefined> {
  return run(command).catch((error: unknown) => {
    if (expected.test(String(error))) return undefined;
    throw explainError(error);
  });
}

function run(command: string[]): Promise<string> {
  return wrangler(command, { NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" });
}
