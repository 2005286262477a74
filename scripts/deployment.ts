// The steps of a deployment. Whatever can be refused is asked for before anything is made; every step may run again.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBase62 } from "../src/lib/secrets.ts";
import { surveyAccount } from "./account-survey.ts";
import { ask } from "./ask-cloudflare.ts";
import { runStatements } from "./database.ts";

type Say = (line: string) => void;

/** Throws an Error that says what to do next. */
export async function deploy(say: Say): Promise<void> {
  say("Looking at the account …");
  const { database, hasDatabase, isDeployed } = await surveyAccount();

  if (!hasDatabase) {
    say(`Making the database ${database} …`);
    await ask("d1", "create", database);
  }
  // First, because what is uploaded needs the new tables; what runs until then does without, since they only add.
  say("Applying migrations …");
  await ask("d1", "migrations", "apply", "DB", "--remote");

  say("Uploading the Worker …");
  const uploaded = isDeployed ? await ask("deploy") : await uploadWithSecret();
  const url = /https:\/\/\S+\.workers\.dev/.exec(uploaded)?.[0];
  const [logins] = await runStatements(["SELECT id FROM users LIMIT 1"], true);
  say(`\nEdgeshot is deployed${url === undefined ? "." : `: ${url}`}`);
  if (logins?.length === 0) say(firstSteps(url ?? "https://…"));
}

/** The key goes up with the first version, so that there is never one without. */
async function uploadWithSecret(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "edgeshot-"));
  try {
    const file = join(folder, "secrets.json");
    writeFileSync(file, JSON.stringify({ SECRET_KEY: randomBase62(44) }), { mode: 0o600 });
    return await ask("deploy", "--secrets-file", file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function firstSteps(url: string): string {
  return `
Nobody has signed up yet, and whoever does so first becomes the operator. Do it now:

  ${url}/sign-up

Or make an account and its first key from here:

  npm run -s key -- create --account me --plan business --remote

Then capture:

  curl -fsS ${url}/v1/capture -H 'X-API-Key: es_…' -H 'Content-Type: application/json' -d '{"url":"https://example.com"}' -o page.png`;
}
