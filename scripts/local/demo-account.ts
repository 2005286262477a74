// Creates the local demo account: its API key and its dashboard login. The database stores only hashes of both.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { createId } from "../../src/lib/ids.ts";
import { createApiKey, randomBase62 } from "../../src/lib/secrets.ts";
import { insertKey, revokedKeyQuery } from "../lib/accounts.ts";
import { quote, runStatements } from "../lib/database.ts";
import { cache } from "../lib/paths.ts";
import { replaceFile } from "../lib/replace-file.ts";

export type Demo = {
  key: string;
  email: string;
  /** Undefined when the user has changed the password in the dashboard. */
  password: string | undefined;
};

const ACCOUNT = "demo";
const EMAIL = "demo@edgeshot.local";
const keyFile = join(cache, "demo-key");
const passwordFile = join(cache, "demo-password");

/** Creates account, key and login unless they exist. Replaces a revoked key. */
export async function ensureDemo(): Promise<Demo> {
  const password = readSecret(passwordFile) ?? randomBase62(16);
  replaceFile(passwordFile, `${password}\n`, 0o600);
  const key = readDemoKey() ?? createApiKey();
  replaceFile(keyFile, `${key}\n`, 0o600);

  const rows = await runStatements(
    [
      ...(await insertKey(key, ACCOUNT, "business", "local")),
      ...(await insertLogin(password)),
      await revokedKeyQuery(key),
      `SELECT password FROM credentials JOIN users ON users.id = user_id WHERE email = ${quote(EMAIL)}`,
    ],
    false,
  );
  const [[revoked], [credential]] = [rows.at(-2) ?? [], rows.at(-1) ?? []];
  const hash = String(credential?.["password"] ?? "");
  const isUnchanged = hash !== "" && (await verifyPassword({ hash, password }));
  return {
    key: revoked === undefined ? key : await replaceKey(),
    email: EMAIL,
    password: isUnchanged ? password : undefined,
  };
}

export function readDemoKey(): string | undefined {
  return readSecret(keyFile);
}

/** Returns the key and login of the last start. */
export function readDemo(): Demo {
  return { key: readDemoKey() ?? "", email: EMAIL, password: readSecret(passwordFile) };
}

async function replaceKey(): Promise<string> {
  const key = createApiKey();
  await runStatements(await insertKey(key, ACCOUNT, "business", "local"), false);
  replaceFile(keyFile, `${key}\n`, 0o600);
  return key;
}

/** Creates the demo login as an operator. An existing login stays unchanged. */
async function insertLogin(password: string): Promise<string[]> {
  const now = new Date();
  const [id, time] = [quote(createId(now)), now.getTime()];
  const hash = quote(await hashPassword(password));
  return [
    `INSERT INTO users (id, account_id, name, email, is_operator, created_at, updated_at)
     SELECT ${id}, id, 'Demo', ${quote(EMAIL)}, 1, ${time}, ${time} FROM accounts WHERE name = ${quote(ACCOUNT)}
     ON CONFLICT DO NOTHING`,
    `INSERT INTO credentials (id, user_id, provider_id, account_id, password, created_at, updated_at)
     SELECT ${quote(createId(now))}, id, 'credential', id, ${hash}, ${time}, ${time} FROM users WHERE id = ${id}
     ON CONFLICT DO NOTHING`,
  ];
}

function readSecret(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}
