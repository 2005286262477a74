// npm run account: changes one account's plan and numbers, invites people to it, and says who is an operator.
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
import { findServices } from "../local/runs.ts";

const usage = `npm run -s account -- set NAME [--plan ${PLAN_IDS.join("|")}] [--monthly N] [--storage BYTES] [--rpm N] [--retention-days N] [--remote]
    --monthly   screenshots a month
    --storage   bytes of stored images
    --rpm       requests a minute
    --retention-days   days after which images are removed; 0 keeps them for ever
    "default" instead of a number goes back to the plan's, or to RETENTION_DAYS.
npm run -s account -- invite NAME EMAIL [--url ADDRESS] [--remote]
    Prints a link that makes a login to the account, once, within ${INVITE_DAYS} days. ADDRESS is the service's; needed with --remote.
npm run -s account -- operator EMAIL [--revoke] [--remote]
    Makes a login an operator, who sees and changes every account in the dashboard. --revoke takes it back, but from the last one.

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
  if (!(action === "set" && rest.length === 0) && !(action === "invite" && rest.length === 1))
    throw new UsageError(
      "Say set and the name of an account, invite, a name and an email, or operator and an email.",
    );
  if (!isName(name))
    throw new UsageError("The name of an account is 1 to 100 printable characters.");
  const { plan, remote, url = remote ? undefined : localUrl() } = values;
  if (action === "invite") {
    if (url === undefined) throw new UsageError("Say with --url where the service is.");
    console.log(await inviteLink(name, rest[0] ?? "", url, remote));
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
  };
  if (Object.values(changes).every((value) => value === undefined))
    throw new UsageError("Say what to change.");
  if (!(await changeAccount(name, changes, remote)))
    throw new Error(`There is no account "${name}".`);
});

async function inviteLink(
  account: string,
  email: string,
  url: string,
  remote: boolean,
): Promise<string> {
  if (!isEmail(email)) throw new UsageError(`${email} is not an email address.`);
  if (!URL.canParse(url)) throw new UsageError("--url must be an address, such as https://…");
  const path = await inviteTo(account, email.toLowerCase(), remote);
  if (path === undefined) throw new Error(`${email} has a login already.`);
  return new URL(path, url).href;
}

/** Where npm start serves, or would. */
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
  throw new UsageError(`${flag} must be a whole number from ${min} on, or "default".`);
}
