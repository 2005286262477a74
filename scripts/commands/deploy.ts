// npm run deploy: deploys the service to a Cloudflare account, or updates it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isEmail } from "../lib/accounts.ts";
import { prepareBlockingData } from "../blocking/blocking-data.ts";
import { prepareClient } from "../client/build-client.ts";
import { buildPageAssets } from "../guides/page-assets.ts";
import { assertBundleFits, describeStartCode } from "../deploy/bundle-size.ts";
import { runCommand, UsageError } from "../lib/command.ts";
import { readConfig } from "../lib/config.ts";
import { deploy } from "../deploy/deployment.ts";
import { findRefusedSettings } from "../deploy/refused-settings.ts";
import { configuredRegion, withPlacement } from "../deploy/region.ts";
import { prepareReference } from "../local/reference.ts";
import { wrangler } from "../lib/wrangler.ts";

const usage = `npm run deploy [-- [--operator EMAIL] [--dry-run]]

Deploys the service to the account that wrangler is logged in to. Creates missing database, bucket, queues and
SECRET_KEY, applies the migrations, and uploads the Worker. A second run updates the service.

--operator   prints an invitation link for this address, valid once within 7 days. In the first deployment it closes
             sign-up, and the invited user becomes the operator. Without it, the first user to sign up becomes the operator
--dry-run    builds the Worker, prints bindings and size, and changes nothing`;

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { operator: { type: "string" }, "dry-run": { type: "boolean", default: false } },
  });
  const operator = values.operator?.trim().toLowerCase();
  if (operator !== undefined && !isEmail(operator))
    throw new UsageError(`${operator} is not an email address. Correct --operator.`);
  if (positionals.length > 0) throw new UsageError(`Unknown argument: ${positionals[0]}`);
  const refused = findRefusedSettings(readConfig());
  if (refused.length > 0)
    throw new Error(`${refused.join("\n")}\nCorrect wrangler.toml. Nothing was deployed.`);

  buildPageAssets();
  await Promise.all([prepareReference(), prepareBlockingData(), prepareClient()]);
  const { printed, startCode } = await build();
  if (values["dry-run"]) console.log(`${printed.trim()}\n${startCode}`);
  else await deploy((line) => console.log(line), operator);
});

/** Builds the Worker. Throws an Error when it is too large. */
async function build(): Promise<{ printed: string; startCode: string }> {
  const folder = mkdtempSync(join(tmpdir(), "edgeshot-"));
  try {
    const metafile = join(folder, "meta.json");
    const printed = await withPlacement(configuredRegion(), (config) =>
      wrangler(["deploy", "--dry-run", "--metafile", metafile, ...config], { NO_COLOR: "1" }),
    );
    assertBundleFits(printed);
    return { printed, startCode: describeStartCode(metafile) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
