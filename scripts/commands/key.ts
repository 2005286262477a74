// npm run key: creates and revokes API keys.
import { parseArgs } from "node:util";
import { PLAN_IDS } from "../../src/contract/plans.ts";
import { createKey, isName, isPlan, revokeKey } from "../lib/accounts.ts";
import { runCommand, UsageError } from "../lib/command.ts";

const usage = `npm run -s key -- create --account NAME --plan ${PLAN_IDS.join("|")} [--name LABEL] [--remote]
    Prints a new key and nothing else. Creates the account where there is none; one that exists is put on the plan.
npm run -s key -- revoke KEY [--remote]
    The key stops working at once.

--remote means the deployed database instead of the local one.`;

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
    if (!isName(account)) throw new UsageError("--account must be 1 to 100 printable characters.");
    if (!isPlan(plan)) throw new UsageError(`--plan must be one of ${PLAN_IDS.join(", ")}.`);
    if (!isName(name)) throw new UsageError("--name must be 1 to 100 printable characters.");
    console.log(await createKey(account, plan, name, values.remote));
    return;
  }
  if (action === "revoke" && key !== undefined && rest.length === 0) {
    if (!(await revokeKey(key, values.remote)))
      throw new Error("There is no such key, or it has been revoked already.");
    return;
  }
  throw new UsageError("Say either create, or revoke and a key.");
});
