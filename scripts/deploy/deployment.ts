// Runs the steps of a deployment. Checks come before changes, and every step may run again.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBase62 } from "../../src/lib/secrets.ts";
import { surveyAccount } from "./account-survey.ts";
import { insertAccount, inviteTo } from "../lib/accounts.ts";
import { callCloudflare } from "./call-cloudflare.ts";
import type { Region } from "../../src/lib/regions.ts";
import { configuredRegion, locationArguments, withPlacement } from "./region.ts";
import { quote, runStatements } from "../lib/database.ts";

type Print = (line: string) => void;

/** Deploys the service, and invites the user with the email address `operator`. Throws an Error with the next step. */
export async function deploy(
  print: Print,
  operator?: string,
  region = configuredRegion(),
): Promise<void> {
  print("Checking the account …");
  const { database, hasDatabase, missingBuckets, isDeployed } = await surveyAccount();

  if (!hasDatabase) {
    print(`Creating the database ${database} …`);
    await callCloudflare("d1", "create", database, ...locationArguments(region));
  }
  if (region !== undefined) {
    // Without REGION, the upload creates the bucket.
    for (const bucket of missingBuckets)
      await callCloudflare("r2", "bucket", "create", bucket, ...locationArguments(region));
    print(placementNotice(region, { hasDatabase, hasBucket: missingBuckets.length === 0 }));
  }
  // Migrate before the upload: the new Worker needs the new tables. The old Worker keeps working, because migrations only add.
  print("Applying migrations …");
  await callCloudflare("d1", "migrations", "apply", "DB", "--remote");

  // Invite before the upload, so that no other user can sign up first.
  const invite = operator === undefined ? undefined : await inviteOperator(operator);
  if (operator !== undefined && invite === undefined)
    print(`${operator} already has a login, so there is no new invitation.`);

  print("Uploading the Worker …");
  const uploaded = await uploadWorker(region, isDeployed);
  const url = /https:\/\/\S+\.workers\.dev/.exec(uploaded)?.[0];
  const [logins] = await runStatements(["SELECT id FROM users LIMIT 1"], true);
  print(`\nEdgeshot is deployed${url === undefined ? "." : `: ${url}`}`);
  const address = url ?? "https://…";
  if (invite !== undefined)
    print(
      `\nCreate your login with this link. It works once, within 7 days:\n\n  ${address}${invite}`,
    );
  if (logins?.length === 0) print(firstSteps(address, operator));
}

/** Uploads the Worker, the first time with its SECRET_KEY. Returns wrangler's output. Throws an Error with the next step. */
export function uploadWorker(region: Region | undefined, isDeployed: boolean): Promise<string> {
  return withPlacement(region, (config) =>
    isDeployed ? callCloudflare("deploy", ...config) : uploadWithSecret(config),
  );
}

/** Returns the path of the invitation link; undefined when the address already has a login, for example in an update. */
async function inviteOperator(email: string): Promise<string | undefined> {
  const [logins] = await runStatements(
    [`SELECT id FROM users WHERE email = ${quote(email)}`],
    true,
  );
  if (logins?.length === 1) return undefined;
  await runStatements([insertAccount(email, "business")], true);
  return inviteTo(email, email, true);
}

/** Uploads SECRET_KEY together with the first version, so that no version lacks the key. */
async function uploadWithSecret(config: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "edgeshot-"));
  try {
    const file = join(folder, "secrets.json");
    writeFileSync(file, JSON.stringify({ SECRET_KEY: randomBase62(44) }), { mode: 0o600 });
    return await callCloudflare("deploy", "--secrets-file", file, ...config);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a notice about the resources in the region, and about existing resources, which cannot move. */
function placementNotice(
  region: Region,
  { hasDatabase, hasBucket }: { hasDatabase: boolean; hasBucket: boolean },
): string {
  const placed = `REGION ${region}: the Worker, the browser pool and its sessions run there.`;
  const existing = [...(hasDatabase ? ["database"] : []), ...(hasBucket ? ["bucket"] : [])];
  if (existing.length === 0) return placed;
  return (
    `${placed} An existing ${existing.join(" and ")} cannot move and stays where it was created: ` +
    'docs/operations.md "Region".'
  );
}

function firstSteps(url: string, operator: string | undefined): string {
  const login =
    operator === undefined
      ? `The first user to sign up becomes the operator. Sign up now:

  ${url}/sign-up

Or create an account and its first key on the command line:`
      : "Create your first key, on the command line or in the dashboard:";
  return `
${login}

  npm run -s key -- create --account ${operator ?? "me"} --plan business --remote

Then capture:

  curl -fsS ${url}/v1/capture -H 'X-API-Key: es_…' -H 'Content-Type: application/json' -d '{"url":"https://example.com"}' -o page.png`;
}
