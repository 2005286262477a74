// npm run key: creates and revokes API keys.
import { parseArgs } from "node:util";
import { PLAN_IDS } from "../../src/contract/plans.ts";
import { createKey, isName, isPlan, revokeKey } from "../lib/accounts.ts";
import { runCommand, UsageError } from "../lib/command.ts";

const usage = `npm run -s key -- create --account NAME --plan ${PLAN_IDS.join("|")} [--name LABEL] [--remote]
    Prints a new key. Creates the account if it does not exist, and changes an existing account to the plan.
npm run -s key -- revoke KEY [--remote]
    Revokes the key immediately.

--remote uses the deployed database instead of the local one.`;

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      account: { type: "string" },
      plan: { type: "string" },
      name: { type: "string", default: "default" },
      remote: { type: "boolean", default: false },
    },
  });
  const [action, key, ...rest] = positionals;

  if (action === "create" && key === undefined) {
    const { account = "", plan = "", name } = values;
    if (!isName(account))
      throw new UsageError("--account must have 1 to 100 printable characters.");
    if (!isPlan(plan)) throw new UsageError(`--plan must be one of ${PLAN_IDS.join(", ")}.`);
    if (!isName(name)) throw new UsageError("--name must have 1 to 100 printable characters.");
    console.log(await createKey(account, plan, name, values.remote));
    return;
  }
  if (action === "revoke" && key !== undefined && rest.length === 0) {
    if (!(await revokeKey(key, values.remote)))
      throw new Error("The key does not exist or is already revoked.");
    return;
  }
  throw new UsageError("Use create, or revoke with a key.");
});
