// Runs wrangler against the account that it is logged in to; what it cannot do becomes a sentence with the next step.
import { explainRefusal } from "./explain-refusal.ts";
import { wrangler } from "../lib/wrangler.ts";

/** What wrangler printed. Throws an Error that says what to do. */
export async function ask(...command: string[]): Promise<string> {
  return run(command).catch((error: unknown) => {
    throw explainRefusal(error);
  });
}

/** As ask(), but undefined where wrangler's words are the expected ones. */
export async function tryAsking(
  expected: RegExp,
  ...command: string[]
): Promise<string | undefined> {
  return run(command).catch((error: unknown) => {
    if (expected.test(String(error))) return undefined;
    throw explainRefusal(error);
  });
}

function run(command: string[]): Promise<string> {
  return wrangler(command, { NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" });
}
