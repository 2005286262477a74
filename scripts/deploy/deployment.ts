// The steps of a deployment. Whatever can be refused is asked for before anything is made; every step may run again.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBase62 } from "../../src/lib/secrets.ts";
import { surveyAccount } from "./account-survey.ts";
import { insertAccount, inviteTo } from "../lib/accounts.ts";
import { callCloudflare } from "./call-cloudflare.ts";
import { quote, runStatements } from "../lib/database.ts";

type Say = (line: string) => void;

/** `operator`: the address of whom to invite. Throws an Error that says what to do next. */
export async function deploy(say: Say, operator?: string): Promise<void> {
  say("Looking at the account …");
  const { database, hasDatabase, isDeployed } = await surveyAccount();

  if (!hasDatabase) {
    say(`Making the database ${database} …`);
    await callCloudflare("d1", "create", database);
  }
  // First, because what is uploaded needs the new tables; what runs until then does without, since they only add.
  say("Applying migrations …");
  await callCloudflare("d1", "migrations", "apply", "DB", "--remote");

  // Ahead of the Worker, so that nobody else can be the first to sign up.
  const invite = operator === undefined ? undefined : await inviteOperator(operator);
  if (operator !== undefined && invite === undefined)
    say(`${operator} has a login already, and is not invited again.`);

  say("Uploading the Worker …");
  const uploaded = isDeployed ? await callCloudflare("deploy") : await uploadWithSecret();
  const url = /https:\/\/\S+\.workers\.dev/.exec(uploaded)?.[0];
  const [logins] = await runStatements(["SELECT id FROM users LIMIT 1"], true);
  say(`\nEdgeshot is deployed${url === undefined ? "." : `: ${url}`}`);
  const address = url ?? "https://…";
  if (invite !== undefined)
    say(`\nThis link makes your login, once, within 7 days:\n\n  ${address}${invite}`);
  if (logins?.length === 0) say(firstSteps(address, operator));
}

/** Returns the path of a link; undefined where the address has a login, as in a command that is repeated to update. */
async function inviteOperator(email: string): Promise<string | undefined> {
  const [logins] = await runStatements(
    [`SELECT id FROM users WHERE email = ${quote(email)}`],
    true,
  );
  if (logins?.length === 1) return undefined;
  await runStatements([insertAccount(email, "business")], true);
  return inviteTo(email, email, true);
}

/** The key goes up with the first version, so that there is never one without. */
async function uploadWithSecret(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "edgeshot-"));
  try {
    const file = join(folder, "secrets.json");
    writeFileSync(file, JSON.stringify({ SECRET_KEY: randomBase62(44) }), { mode: 0o600 });
    return await callCloudflare("deploy", "--secrets-file", file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function firstSteps(url: string, operator: string | undefined): string {
  const login =
    operator === undefined
      ? `Nobody has signed up yet, and whoever does so first becomes the operator. Do it now:

  ${url}/sign-up

Or make an account and its first key from here:`
      : "A first key, from here or in the dashboard:";
  return `
${login}

  npm run -s key -- create --account ${operator ?? "me"} --plan business --remote

Then capture:

  curl -fsS ${url}/v1/capture -H 'X-API-Key: es_…' -H 'Content-Type: application/json' -d '{"url":"https://example.com"}' -o page.png`;
}
