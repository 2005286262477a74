// Runs wrangler against the account that it is logged in to; what it cannot do becomes a sentence with the next step.
import { explainError } from "./explain-error.ts";
import { wrangler } from "../lib/wrangler.ts";

/** What wrangler printed. Throws an Error that says what to do. */
export async function callCloudflare(...command: string[]): Promise<string> {
  return run(command).catch((error: unknown) => {
    throw explainError(error);
  });
}

/** As callCloudflare(), but undefined where wrangler's words are the expected ones. */
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
