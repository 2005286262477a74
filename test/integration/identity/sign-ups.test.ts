// Open and closed sign-ups, and the first operator. Each test starts without users.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { invite } from "../../../src/domain/accounts/invites.ts";
import { createDatabase } from "../../../src/storage/database.ts";
import { accounts, invites, users } from "../../../src/storage/schema.ts";
import { wire } from "../../../src/wiring.ts";
import { createMember, createVisitor, PASSWORD } from "../../support/visitor.ts";

const db = createDatabase(env.DB);
const vars = { SIGNUPS: "closed" };

beforeEach(async () => {
  await db.delete(users);
  await db.delete(accounts);
});

describe("with sign-ups closed", () => {
  it("The first user becomes the operator, and later users cannot sign up.", async () => {
    expect(await createVisitor({ vars }).read("/")).toContain('href="/sign-up"');
    const first = await createMember({ vars });
    expect((await first.get("/accounts")).status).toBe(200);

    const second = createVisitor({ vars });
    expect(await second.read("/")).not.toContain('href="/sign-up"');
    expect((await second.get("/sign-up")).status).toBe(403);
    const fields = { name: "Eve", email: "eve@edgeshot.test", password: PASSWORD };
    const answer = await second.post("/sign-up", fields);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("Sign-ups are closed");
    expect(await db.$count(users)).toBe(1);
    expect(await db.$count(accounts)).toBe(1);
  });

  it("One of several concurrent first users gets an account.", async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        createVisitor({ vars }).post("/sign-up", {
          name: "First",
          email: `first${i}@edgeshot.test`,
          password: PASSWORD,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      303, 403, 403, 403,
    ]);
    expect(await db.select({ isOperator: users.isOperator }).from(users)).toEqual([
      { isOperator: true },
    ]);
    expect(await db.$count(accounts)).toBe(1);
  });
});

describe.each(["open", "closed"])(
  "with sign-ups %s and an invite that is older than the first login",
  (signUps) => {
    it("Only the invited user can become the first user until the invite expires.", async () => {
      const vars = { SIGNUPS: signUps };
      const email = "me@edgeshot.test";
      const ctx = wire({ ...env, ...vars }, createExecutionContext(), () => {});
      const token = await invite(ctx, { account: "me", email });
      const visitor = createVisitor({ vars });
      expect((await visitor.get("/sign-up")).status).toBe(403);
      const fields = { name: "Eve", email, password: PASSWORD };
      expect((await visitor.post("/sign-up", fields)).status).toBe(403);
      expect(await db.$count(users)).toBe(0);

      const guest = createVisitor({ vars });
      const answer = await guest.post(`/invite/${token}`, { name: "Me", password: PASSWORD });
      expect(answer.headers.get("Location")).toBe("/overview");
      expect((await guest.get("/accounts")).status).toBe(200);
      expect((await visitor.get("/sign-up")).status).toBe(signUps === "open" ? 200 : 403);

      await db.delete(users);
      await invite(ctx, { account: "me", email });
      await db.update(invites).set({ expiresAt: new Date(Date.now() - 1000) });
      expect((await visitor.get("/sign-up")).status).toBe(200);
    });
  },
);

describe("with sign-ups open", () => {
  it("Only the first user is an operator.", async () => {
    const first = await createMember();
    const second = await createMember();
    expect((await second.get("/accounts")).status).toBe(404);
    expect((await first.get("/accounts")).status).toBe(200);
  });
});
