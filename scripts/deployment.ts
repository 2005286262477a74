// The steps of a deployment. Whatever can be refused is asked for before anything is made; every step may run again.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBase62 } from "../src/lib/secrets.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { wrangler } from "./wrangler.ts";

const DATABASE = "edgeshot";

/** What wrangler says of a Worker that is not there. */
const NO_SUCH_WORKER = /Worker ".*" not found/;

type Say = (line: string) => void;

/** Throws an Error that says what to do next. */
export async function deploy(say: Say): Promise<void> {
  say("Looking at the account …");
  const databases = JSON.parse(await ask("d1", "list", "--json")) as { name: string }[];
  await ask("r2", "bucket", "list");
  await ask("queues", "list");
  const secrets = await findSecrets();
  const isNew = secrets === undefined || !secrets.includes("SECRET_KEY");
  // Workers Builds (the Deploy button) has made an empty Worker before it comes to this.
  if (secrets !== undefined && isNew && process.env["WORKERS_CI"] === undefined) {
    throw new Error(
      "This account has a Worker of that name already, and it is no Edgeshot: it has no SECRET_KEY. Nothing has been " +
        'changed. Choose another name in the first lines of wrangler.toml, or, if it is one after all: "npx wrangler ' +
        'secret put SECRET_KEY", and deploy again.',
    );
  }

  if (!databases.some(({ name }) => name === DATABASE)) {
    say(`Making the database ${DATABASE} …`);
    await ask("d1", "create", DATABASE);
  }
  // First, because what is uploaded needs the new tables; what runs until then does without, since they only add.
  say("Applying migrations …");
  await ask("d1", "migrations", "apply", "DB", "--remote");

  say("Uploading the Worker …");
  const uploaded = isNew ? await uploadWithSecret() : await ask("deploy");
  const url = /https:\/\/\S+\.workers\.dev/.exec(uploaded)?.[0];
  say(isNew ? firstSteps(url) : `\nUpdated${url === undefined ? "" : `: ${url}`}`);
}

/** The names of the Worker's secrets; undefined while there is no such Worker. */
async function findSecrets(): Promise<string[] | undefined> {
  try {
    const secrets = JSON.parse(await run("secret", "list", "--format", "json")) as {
      name: string;
    }[];
    return secrets.map(({ name }) => name);
  } catch (error) {
    if (NO_SUCH_WORKER.test(String(error))) return undefined;
    throw explainRefusal(error);
  }
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

async function ask(...command: string[]): Promise<string> {
  return run(...command).catch((error: unknown) => {
    throw explainRefusal(error);
  });
}

function run(...command: string[]): Promise<string> {
  return wrangler(command, { NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" });
}

function firstSteps(url: string | undefined): string {
  return `
Edgeshot is deployed${url === undefined ? "" : ` at ${url}`}

Make an account and its first key:

  npm run -s key -- create --account me --plan business --remote

Then capture:

  curl -fsS ${url ?? "https://…"}/v1/capture -H 'X-API-Key: es_…' -H 'Content-Type: application/json' -d '{"url":"https://example.com"}' -o page.png`;
}
