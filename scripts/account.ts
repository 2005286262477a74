// npm run account: changes one account's plan and numbers.
import { parseArgs } from "node:util";
import { PLAN_IDS } from "../src/contract/plans.ts";
import { changeAccount, isName, isPlan } from "./accounts.ts";
import { runCommand, UsageError } from "./command.ts";

const usage = `npm run -s account -- set NAME [--plan ${PLAN_IDS.join("|")}] [--monthly N] [--storage BYTES] [--rpm N] [--retention-days N] [--remote]
    --monthly   screenshots a month
    --storage   bytes of stored images
    --rpm       requests a minute
    --retention-days   days after which images are removed; 0 keeps them for ever
    "default" instead of a number goes back to the plan's, or to RETENTION_DAYS.

--remote means the deployed database instead of the local one.`;

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      plan: { type: "string" },
      monthly: { type: "string" },
      storage: { type: "string" },
      rpm: { type: "string" },
      "retention-days": { type: "string" },
      remote: { type: "boolean", default: false },
    },
  });
  const [action, name = "", ...rest] = positionals;
  if (action !== "set" || rest.length > 0)
    throw new UsageError("Say set and the name of an account.");
  if (!isName(name))
    throw new UsageError("The name of an account is 1 to 100 printable characters.");

  const { plan, remote } = values;
  if (plan !== undefined && !isPlan(plan))
    throw new UsageError(`--plan must be one of ${PLAN_IDS.join(", ")}.`);
  const changes = {
    plan,
    monthlyScreenshots: readNumber("--monthly", values.monthly, 0),
    storageBytes: readNumber("--storage", values.storage, 0),
    requestsPerMinute: readNumber("--rpm", values.rpm, 1),
    retentionDays: readNumber("--retention-days", values["retention-days"], 0),
  };
  if (Object.values(changes).every((value) => value === undefined))
    throw new UsageError("Say what to change.");
  if (!(await changeAccount(name, changes, remote)))
    throw new Error(`There is no account "${name}".`);
});

function readNumber(
  flag: string,
  text: string | undefined,
  min: number,
): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === "default") return null;
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= min) return value;
  throw new UsageError(`${flag} must be a whole number from ${min} on, or "default".`);
}
