// npm run deploy: the service on a Cloudflare account, from nothing or as an update.
import { parseArgs } from "node:util";
import { prepareBlockingData } from "./blocking-data.ts";
import { runCommand, UsageError } from "./command.ts";
import { deploy } from "./deployment.ts";
import { prepareReference } from "./reference.ts";
import { wrangler } from "./wrangler.ts";

const usage = `npm run deploy [-- --dry-run]

Puts the service on the account that wrangler is logged in to: makes database, bucket and queues where they are missing,
applies the migrations, makes a SECRET_KEY where there is none, and uploads the Worker. A second run updates.

--dry-run   builds and shows bindings and size, and changes nothing`;

/** What the free plan takes, compressed (developers.cloudflare.com/workers/platform/limits). */
const MAX_BUNDLE_KIB = 3_000_000 / 1024;

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "dry-run": { type: "boolean", default: false } },
  });
  if (positionals.length > 0) throw new UsageError(`There is no ${positionals[0]} here.`);

  await Promise.all([prepareReference(), prepareBlockingData()]);
  const built = await wrangler(["deploy", "--dry-run"], { NO_COLOR: "1" });
  assertFits(built);
  if (values["dry-run"]) console.log(built.trim());
  else await deploy((line) => console.log(line));
});

function assertFits(built: string): void {
  const size = /gzip: ([\d.]+) KiB/.exec(built)?.[1];
  if (size === undefined)
    throw new Error(`wrangler did not say how large the Worker is:\n${built}`);
  if (Number(size) <= MAX_BUNDLE_KIB) return;
  throw new Error(
    `The Worker has ${size} KiB compressed, and the free plan takes ${Math.floor(MAX_BUNDLE_KIB)}. ` +
      "Find what has grown: npx wrangler deploy --dry-run --metafile",
  );
}
