// Changes accounts, keys, invites and operators in the local or the deployed database.
import { z } from "zod";
import { PLAN_IDS, type PlanId } from "../../src/contract/plans.ts";
import { createInviteToken } from "../../src/domain/accounts/invite-token.ts";
import { createId } from "../../src/lib/ids.ts";
import { createApiKey, hashApiKey, keyPrefix } from "../../src/lib/secrets.ts";
import {
  changeOperatorSql,
  insertAccountSql,
  insertInviteSql,
  insertKeySql,
  revokeKeySql,
  selectAccountSql,
  selectLoginSql,
  selectRevokedKeySql,
  updateAccountSql,
} from "../../src/storage/command-line.ts";
import { runStatements } from "./database.ts";

/** `undefined` does not change a value. `null` resets it to the default of the plan. */
export type AccountChanges = {
  plan?: PlanId | undefined;
  monthlyScreenshots?: number | null | undefined;
  storageBytes?: number | null | undefined;
  requestsPerMinute?: number | null | undefined;
  retentionDays?: number | null | undefined;
  recordRetentionDays?: number | null | undefined;
};

/** Creates a key. Creates the account if it does not exist. Sets the plan of an existing account. */
export async function createKey(
  account: string,
  plan: PlanId,
  label: string,
  remote: boolean,
): Promise<string> {
  const key = createApiKey();
  const setPlan = updateAccountSql(account, { plan });
  await runStatements([...(await insertKey(key, account, plan, label)), setPlan], remote);
  return key;
}

/** Returns a query that returns a row if the key is revoked. */
export async function revokedKeyQuery(key: string): Promise<string> {
  return selectRevokedKeySql(await hashApiKey(key));
}

/** Returns false if the key does not exist or was revoked before. */
export async function revokeKey(key: string, remote: boolean): Promise<boolean> {
  const [rows] = await runStatements([revokeKeySql(await hashApiKey(key), new Date())], remote);
  return rows?.length === 1;
}

/** Returns false if the account does not exist. */
export async function changeAccount(
  name: string,
  changes: AccountChanges,
  remote: boolean,
): Promise<boolean> {
  const [rows] = await runStatements([updateAccountSql(name, changes)], remote);
  return rows?.length === 1;
}

export function isPlan(value: string): value is PlanId {
  return (PLAN_IDS as readonly string[]).includes(value);
}

/** Returns whether the text has 1 to 100 printable characters, as names and labels require. */
export function isName(value: string): boolean {
  return /^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u.test(value) && value.trim() !== "";
}

export function isEmail(value: string): boolean {
  return z.email().max(254).safeParse(value).success;
}

/** Returns statements that insert a key, and its account. Both may exist already. */
export async function insertKey(
  key: string,
  account: string,
  plan: PlanId,
  label: string,
): Promise<string[]> {
  const createdAt = new Date();
  return [
    insertAccount(account, plan),
    insertKeySql({
      id: createId(createdAt),
      accountName: account,
      name: label,
      secretHash: await hashApiKey(key),
      prefix: keyPrefix(key),
      createdAt,
    }),
  ];
}

/** Returns a statement that inserts an account if its name is free. */
export function insertAccount(name: string, plan: PlanId): string {
  const createdAt = new Date();
  return insertAccountSql({ id: createId(createdAt), name, plan, createdAt });
}

/**
 * Invites an email address to an account. Returns the path of the link, or undefined if the address has a login. Throws an
 * Error if the account does not exist.
 */
export async function inviteTo(
  account: string,
  email: string,
  remote: boolean,
): Promise<string | undefined> {
  const { token, ...stored } = await createInviteToken(new Date());
  const [accounts, logins] = await runStatements(
    [
      selectAccountSql(account),
      selectLoginSql(email),
      insertInviteSql({ ...stored, accountName: account, email }),
    ],
    remote,
  );
  if (accounts?.length !== 1)
    throw new Error(`The account "${account}" does not exist. Create it first.`);
  return logins?.length === 1 ? undefined : `/invite/${token}`;
}

/** Throws an Error if the login does not exist, or if it is the only operator. */
export async function changeOperator(
  email: string,
  isOperator: boolean,
  remote: boolean,
): Promise<void> {
  const [, logins] = await runStatements(
    [changeOperatorSql(email, isOperator), selectLoginSql(email)],
    remote,
  );
  const login = logins?.[0];
  if (login === undefined) throw new Error(`${email} has no login.`);
  if (Boolean(login["is_operator"]) !== isOperator)
    throw new Error(`${email} is the only operator. Make another one first.`);
}
