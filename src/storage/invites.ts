// Queries on invites.
import { and, eq, gt } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, invites } from "./schema.ts";

export type Invite = { accountId: string; accountName: string; email: string };

export async function insertInvite(
  db: Database,
  invite: typeof invites.$inferInsert,
): Promise<void> {
  await db.insert(invites).values(invite);
}

/** Undefined when there is none, or when its time is over. */
export async function findInvite(
  db: Database,
  tokenHash: string,
  now: Date,
): Promise<Invite | undefined> {
  const [invite] = await db
    .select({ accountId: accounts.id, accountName: accounts.name, email: invites.email })
    .from(invites)
    .innerJoin(accounts, eq(accounts.id, invites.accountId))
    .where(and(eq(invites.tokenHash, tokenHash), gt(invites.expiresAt, now)));
  return invite;
}

/** Whether somebody is invited, and may still come. */
export async function hasInvites(db: Database, now: Date): Promise<boolean> {
  return (await db.$count(invites, gt(invites.expiresAt, now))) > 0;
}

export async function deleteInvite(db: Database, tokenHash: string): Promise<void> {
  await db.delete(invites).where(eq(invites.tokenHash, tokenHash));
}
