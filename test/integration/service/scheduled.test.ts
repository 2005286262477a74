import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { runScheduled } from "../../../src/jobs/scheduled.ts";
import { createDatabase } from "../../../src/storage/database.ts";
import { invites, sessions } from "../../../src/storage/schema.ts";
import { wire } from "../../../src/wiring.ts";
import { createMember } from "../../support/visitor.ts";

const EVERY_MINUTE = "* * * * *";

it("A failed task is logged, and the next tasks still run.", async () => {
  const facts: Record<string, unknown> = {};
  const ctx = wire(env, createExecutionContext(), (more) => Object.assign(facts, more));
  const failure = new Error("no time");
  let calls = 0;
  const clock = () => {
    calls += 1;
    if (calls === 1) throw failure;
    return new Date();
  };

  await runScheduled(EVERY_MINUTE, { ...ctx, clock });

  expect(calls).toBeGreaterThan(1);
  expect(facts["failures"]).toContain(failure);
});

it("An unknown cron expression throws an error.", async () => {
  const ctx = wire(env, createExecutionContext(), () => {});
  await expect(runScheduled("0 0 1 1 *", ctx)).rejects.toThrow("No function is scheduled");
});

it("Expired sessions and invites are deleted.", async () => {
  const db = createDatabase(env.DB);
  const member = await createMember();
  await member.signIn({ email: member.email });
  const mine = eq(sessions.userId, member.userId);
  const [oldest] = await db.select().from(sessions).where(mine).orderBy(sessions.createdAt);
  const expired = { expiresAt: new Date(Date.now() - 1000) };
  await db
    .update(sessions)
    .set(expired)
    .where(eq(sessions.id, oldest?.id ?? ""));
  const { accountId, email } = member;
  const invite = { accountId, email, ...expired, createdAt: new Date(0) };
  await db.insert(invites).values({ ...invite, tokenHash: email });

  await runScheduled(
    EVERY_MINUTE,
    wire(env, createExecutionContext(), () => undefined),
  );

  expect(await db.$count(sessions, mine)).toBe(1);
  expect(await db.$count(invites, eq(invites.tokenHash, email))).toBe(0);
  expect((await member.get("/overview")).status).toBe(200);
});
