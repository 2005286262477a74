// npm run account: changes the plan and limits of an account, exports its records, invites users, and changes operators.
import { parseArgs } from "node:util";
import { PLAN_IDS } from "../../src/contract/plans.ts";
import { INVITE_DAYS } from "../../src/domain/accounts/invite-token.ts";
import {
  changeAccount,
  changeOperator,
  inviteTo,
  isEmail,
  isName,
  isPlan,
} from "../lib/accounts.ts";
import { runCommand, UsageError } from "../lib/command.ts";
import { exportRecords } from "../lib/export-records.ts";
import { findServices } from "../local/runs.ts";

const usage = `npm run -s account -- set NAME [--plan ${PLAN_IDS.join("|")}] [--monthly N] [--storage BYTES] [--rpm N] [--retention-days N] [--record-retention-days N] [--remote]
    --monthly          screenshots per month
    --storage          bytes of stored images
    --rpm              requests per minute
    --retention-days   days before images expire; 0: images never expire
    --record-retention-days   days before records move to archives; 0: they stay
    "default" resets a limit to the plan, and the days to RETENTION_DAYS and RECORD_RETENTION_DAYS.
npm run -s account -- export NAME [--remote]
    Prints all records of the account, archived ones included, as NDJSON.
npm run -s account -- invite NAME EMAIL [--url ADDRESS] [--remote]
    Prints a link that creates one login for the account. The link expires after ${INVITE_DAYS} days.
    --url   URL of the service; required with --remote
npm run -s account -- operator EMAIL [--revoke] [--remote]
    Makes a login an operator. Operators can read and change every account in the dashboard.
    --revoke   removes operator access; the only operator cannot be removed

--remote uses the deployed database instead of the local one.`;

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      plan: { type: "string" },
      monthly: { type: "string" },
      storage: { type: "string" },
      rpm: { type: "string" },
      "retention-days": { type: "string" },
      "record-retention-days": { type: "string" },
      url: { type: "string" },
      revoke: { type: "boolean", default: false },
      remote: { type: "boolean", default: false },
    },
  });
  const [action, name = "", ...rest] = positionals;
  if (action === "operator" && rest.length === 0) {
    await changeOperator(name.toLowerCase(), !values.revoke, values.remote);
    return;
  }
  const takes: Record<string, number> = { set: 0, export: 0, invite: 1 };
  if (takes[action ?? ""] !== rest.length)
    throw new UsageError(
      "Use set with an account name, export with an account name, invite with an account name and an email, or " +
        "operator with an email.",
    );
  if (!isName(name))
    throw new UsageError("An account name must have 1 to 100 printable characters.");
  const { plan, remote, url = remote ? undefined : localUrl() } = values;
  if (action === "invite") {
    if (url === undefined)
      throw new UsageError("--remote requires --url with the URL of the service.");
    console.log(await inviteLink(name, rest[0] ?? "", url, remote));
    return;
  }
  if (action === "export") {
    await exportRecords(name, (line) => console.log(line), remote);
    return;
  }

  if (plan !== undefined && !isPlan(plan))
    throw new UsageError(`--plan must be one of ${PLAN_IDS.join(", ")}.`);
  const changes = {
    plan,
    monthlyScreenshots: readNumber("--monthly", values.monthly, 0),
    storageBytes: readNumber("--storage", values.storage, 0),
    requestsPerMinute: readNumber("--rpm", values.rpm, 1),
    retentionDays: readNumber("--retention-days", values["retention-days"], 0),
    recordRetentionDays: readNumber("--record-retention-days", values["record-retention-days"], 0),
  };
  if (Object.values(changes).every((value) => value === undefined))
    throw new UsageError("Specify at least one value to change.");
  if (!(await changeAccount(name, changes, remote)))
    throw new Error(`The account "${name}" does not exist. Check the name.`);
});

async function inviteLink(
  account: string,
  email: string,
  url: string,
  remote: boolean,
): Promise<string> {
  if (!isEmail(email)) throw new UsageError(`${email} is not an email address.`);
  if (!URL.canParse(url)) throw new UsageError("--url must be a URL, such as https://…");
  const path = await inviteTo(account, email.toLowerCase(), remote);
  if (path === undefined) throw new Error(`${email} already has a login.`);
  return new URL(path, url).href;
}

/** Returns the URL of the local service, running or not. */
function localUrl(): string {
  const [running] = findServices();
  return running?.url ?? `http://localhost:${process.env["PORT"] ?? 8787}`;
}

function readNumber(
  flag: string,
  text: string | undefined,
  min: number,
): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === "default") return null;
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= min) return value;
  throw new UsageError(`${flag} must be a whole number of at least ${min}, or "default".`);
}
