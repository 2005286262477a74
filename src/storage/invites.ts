// Queries on invites.
import { and, eq, exists, gt, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { accounts, invites, users } from "./schema.ts";

export type Invite = { accountId: string; accountName: string; email: string };

export type NewInvite = Omit<typeof invites.$inferInsert, "accountId"> & { accountName: string };

/** Inserts nothing and returns no row if the invite exists, the account does not exist or the email address has a login. */
export function inviteInsertion(db: Database, invite: NewInvite) {
  const expiresAt = sql.param(invite.expiresAt, invites.expiresAt);
  const createdAt = sql.param(invite.createdAt, invites.createdAt);
  const hasLogin = exists(
    db.select({ id: users.id }).from(users).where(eq(users.email, invite.email)),
  );
  // In the order of the table's columns.
  return db
    .insert(invites)
    .select(
      sql`SELECT ${invite.tokenHash}, ${accounts.id}, ${invite.email}, ${expiresAt}, ${createdAt} FROM ${accounts} WHERE ${eq(accounts.name, invite.accountName)} AND NOT ${hasLogin}`,
    )
    .onConflictDoNothing()
    .returning({ tokenHash: invites.tokenHash });
}

/** Returns false if the invite exists, the account does not exist or the email address has a login. */
export async function insertInvite(db: Database, invite: NewInvite): Promise<boolean> {
  return (await inviteInsertion(db, invite)).length > 0;
}

/** Returns undefined if the invite does not exist or has expired. */
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

/** Returns whether an invite exists that has not expired. */
export async function hasInvites(db: Database, now: Date): Promise<boolean> {
  return (await db.$count(invites, gt(invites.expiresAt, now))) > 0;
}

export async function deleteInvite(db: Database, tokenHash: string): Promise<void> {
  await db.delete(invites).where(eq(invites.tokenHash, tokenHash));
}
