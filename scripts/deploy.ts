// npm run deploy: the service on a Cloudflare account, from nothing or as an update.
import { parseArgs } from "node:util";
import { prepareBlockingData } from "./blocking-data.ts";
import { assertBundleFits } from "./bundle-size.ts";
import { runCommand, UsageError } from "./command.ts";
import { deploy } from "./deployment.ts";
import { prepareReference } from "./reference.ts";
import { wrangler } from "./wrangler.ts";

const usage = `npm run deploy [-- --dry-run]

Puts the service on the account that wrangler is logged in to: makes database, bucket and queues where they are missing,
applies the migrations, makes a SECRET_KEY where there is none, and uploads the Worker. A second run updates.

--dry-run   builds and shows bindings and size, and changes nothing`;

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "dry-run": { type: "boolean", default: false } },
  });
  if (positionals.length > 0) throw new UsageError(`There is no ${positionals[0]} here.`);

  await Promise.all([prepareReference(), prepareBlockingData()]);
  const built = await wrangler(["deploy", "--dry-run"], { NO_COLOR: "1" });
  assertBundleFits(built);
  if (values["dry-run"]) console.log(built.trim());
  else await deploy((line) => console.log(line));
});
