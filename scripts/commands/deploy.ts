// npm run deploy: the service on a Cloudflare account, from nothing or as an update.
import { parseArgs } from "node:util";
import { isEmail } from "../lib/accounts.ts";
import { prepareBlockingData } from "../blocking/blocking-data.ts";
import { assertBundleFits } from "../deploy/bundle-size.ts";
import { runCommand, UsageError } from "../lib/command.ts";
import { deploy } from "../deploy/deployment.ts";
import { prepareReference } from "../local/reference.ts";
import { wrangler } from "../lib/wrangler.ts";

const usage = `npm run deploy [-- [--operator EMAIL] [--dry-run]]

Puts the service on the account that wrangler is logged in to: makes database, bucket and queues where they are missing,
applies the migrations, makes a SECRET_KEY where there is none, and uploads the Worker. A second run updates.

--operator   prints a link that makes a login, once, within 7 days. Given with the first deployment, nobody else can sign
             up from its first second on, and whoever uses the link is the operator; without it that is whoever signs up
             first
--dry-run    builds and shows bindings and size, and changes nothing`;

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { operator: { type: "string" }, "dry-run": { type: "boolean", default: false } },
  });
  const operator = values.operator?.trim().toLowerCase();
  if (operator !== undefined && !isEmail(operator))
    throw new UsageError(`${operator} is not an email address.`);
  if (positionals.length > 0) throw new UsageError(`There is no ${positionals[0]} here.`);

  await Promise.all([prepareReference(), prepareBlockingData()]);
  const built = await wrangler(["deploy", "--dry-run"], { NO_COLOR: "1" });
  assertBundleFits(built);
  if (values["dry-run"]) console.log(built.trim());
  else await deploy((line) => console.log(line), operator);
});
