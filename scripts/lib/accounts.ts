// What an operator does to accounts and keys, as SQL on the local or the deployed database.
import { z } from "zod";
import { PLAN_IDS, type PlanId } from "../../src/contract/plans.ts";
import { createId } from "../../src/lib/ids.ts";
import {
  createApiKey,
  hashApiKey,
  randomBase62,
  sha256Hex,
  keyPrefix,
} from "../../src/lib/secrets.ts";
import { quote, runStatements } from "./database.ts";

/** `undefined` leaves a number as it is, `null` gives it back to the plan. */
export type AccountChanges = {
  plan?: PlanId | undefined;
  monthlyScreenshots?: number | null | undefined;
  storageBytes?: number | null | undefined;
  requestsPerMinute?: number | null | undefined;
  retentionDays?: number | null | undefined;
};

/** Creates a key for an account, and the account where there is none; an account that exists is put on the plan. */
export async function createKey(
  account: string,
  plan: PlanId,
  label: string,
  remote: boolean,
): Promise<string> {
  const key = createApiKey();
  const setPlan = `UPDATE accounts SET plan = ${quote(plan)} WHERE name = ${quote(account)}`;
  await runStatements([...(await insertKey(key, account, plan, label)), setPlan], remote);
  return key;
}

/** A query that has a row when the key has been revoked. */
export async function keyIsRevoked(key: string): Promise<string> {
  const hash = quote(await hashApiKey(key));
  return `SELECT id FROM api_keys WHERE secret_hash = ${hash} AND revoked_at IS NOT NULL`;
}

/** Whether there was a key to revoke. */
export async function revokeKey(key: string, remote: boolean): Promise<boolean> {
  const hash = quote(await hashApiKey(key));
  const [rows] = await runStatements(
    [
      `UPDATE api_keys SET revoked_at = ${Date.now()} WHERE secret_hash = ${hash} AND revoked_at IS NULL RETURNING id`,
    ],
    remote,
  );
  return rows?.length === 1;
}

/** Whether there is such an account. */
export async function changeAccount(
  name: string,
  changes: AccountChanges,
  remote: boolean,
): Promise<boolean> {
  const columns = {
    plan: changes.plan,
    monthly_screenshots: changes.monthlyScreenshots,
    storage_bytes: changes.storageBytes,
    requests_per_minute: changes.requestsPerMinute,
    retention_days: changes.retentionDays,
  };
  const assignments = Object.entries(columns).flatMap(([column, value]) =>
    value === undefined ? [] : [`${column} = ${quote(value)}`],
  );
  const [rows] = await runStatements(
    [`UPDATE accounts SET ${assignments.join(", ")} WHERE name = ${quote(name)} RETURNING id`],
    remote,
  );
  return rows?.length === 1;
}

export function isPlan(value: string): value is PlanId {
  return (PLAN_IDS as readonly string[]).includes(value);
}

/** Names and labels: 1 to 100 printable characters. */
export function isName(value: string): boolean {
  return /^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u.test(value) && value.trim() !== "";
}

export function isEmail(value: string): boolean {
  return z.email().max(254).safeParse(value).success;
}

/** Statements that make a key, and its account where there is none; both may be there already. */
export async function insertKey(
  key: string,
  account: string,
  plan: PlanId,
  label: string,
): Promise<string[]> {
  const now = new Date();
  const keyValues = [
    quote(createId(now)),
    "id",
    quote(label),
    quote(await hashApiKey(key)),
    quote(keyPrefix(key)),
    now.getTime(),
  ];
  return [
    insertAccount(account, plan),
    `INSERT INTO api_keys (id, account_id, name, secret_hash, prefix, created_at) SELECT ${keyValues.join(", ")}
     FROM accounts WHERE name = ${quote(account)} ON CONFLICT DO NOTHING`,
  ];
}

/** A statement that makes an account where there is none of that name. */
export function insertAccount(account: string, plan: PlanId): string {
  const now = new Date();
  const values = [quote(createId(now)), quote(account), quote(plan), now.getTime()];
  return `INSERT INTO accounts (id, name, plan, created_at) VALUES (${values.join(", ")}) ON CONFLICT DO NOTHING`;
}

const INVITE_DAYS = 7;
const INVITE_TOKEN_LENGTH = 32;

/** Offers a login to an account. Returns the path of the link; undefined when the address has a login already. */
export async function inviteTo(
  account: string,
  email: string,
  remote: boolean,
): Promise<string | undefined> {
  const token = randomBase62(INVITE_TOKEN_LENGTH);
  const now = Date.now();
  const values = [quote(await sha256Hex(token)), "id", quote(email)];
  const times = [now + INVITE_DAYS * 24 * 60 * 60 * 1000, now];
  const [accounts, users] = await runStatements(
    [
      `SELECT id FROM accounts WHERE name = ${quote(account)}`,
      `SELECT id FROM users WHERE email = ${quote(email)}`,
      `INSERT INTO invites (token_hash, account_id, email, expires_at, created_at)
       SELECT ${[...values, ...times].join(", ")} FROM accounts
       WHERE name = ${quote(account)} AND NOT EXISTS (SELECT 1 FROM users WHERE email = ${quote(email)})`,
    ],
    remote,
  );
  if (accounts?.length !== 1) throw new Error(`There is no account "${account}".`);
  return users?.length === 1 ? undefined : `/invite/${token}`;
}
