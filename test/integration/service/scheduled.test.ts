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

it("goes on with the next duty when one fails, and says what failed", async () => {
  const facts: Record<string, unknown> = {};
  const ctx = wire(env, createExecutionContext(), (more) => Object.assign(facts, more));
  const refused = new Error("no time");
  let asked = 0;
  const clock = () => {
    asked += 1;
    if (asked === 1) throw refused;
    return new Date();
  };

  await runScheduled(EVERY_MINUTE, { ...ctx, clock });

  expect(asked).toBeGreaterThan(1);
  expect(facts["failures"]).toContain(refused);
});

it("refuses an expression that nothing runs at", async () => {
  const ctx = wire(env, createExecutionContext(), () => {});
  await expect(runScheduled("0 0 1 1 *", ctx)).rejects.toThrow("Nothing runs at");
});

it("forgets sessions and invites whose time is over, and with them where somebody was", async () => {
  const db = createDatabase(env.DB);
  const member = await createMember();
  await member.signIn({ email: member.email });
  const mine = eq(sessions.userId, member.userId);
  const [oldest] = await db.select().from(sessions).where(mine).orderBy(sessions.createdAt);
  const over = { expiresAt: new Date(Date.now() - 1000) };
  await db
    .update(sessions)
    .set(over)
    .where(eq(sessions.id, oldest?.id ?? ""));
  const { accountId, email } = member;
  const invite = { accountId, email, ...over, createdAt: new Date(0) };
  await db.insert(invites).values({ ...invite, tokenHash: email });

  await runScheduled(
    EVERY_MINUTE,
    wire(env, createExecutionContext(), () => undefined),
  );

  expect(await db.$count(sessions, mine)).toBe(1);
  expect(await db.$count(invites, eq(invites.tokenHash, email))).toBe(0);
  expect((await member.get("/overview")).status).toBe(200);
});
