// Who may sign up, and who becomes the operator. Begins each time with nobody.
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "../../src/storage/database.ts";
import { accounts, users } from "../../src/storage/schema.ts";
import { createMember, createVisitor, PASSWORD } from "../support/visitor.ts";

const db = createDatabase(env.DB);
const vars = { SIGNUPS: "closed" };

beforeEach(async () => {
  await db.delete(users);
  await db.delete(accounts);
});

describe("with sign-ups closed", () => {
  it("the first to sign up is the operator, and the last", async () => {
    expect(await createVisitor({ vars }).read("/")).toContain('href="/sign-up"');
    const first = await createMember({ vars });
    expect((await first.get("/accounts")).status).toBe(200);

    const second = createVisitor({ vars });
    expect(await second.read("/")).not.toContain('href="/sign-up"');
    expect((await second.get("/sign-up")).status).toBe(403);
    const fields = { name: "Eve", email: "eve@edgeshot.test", password: PASSWORD };
    const answer = await second.post("/sign-up", fields);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("takes no new accounts");
    expect(await db.$count(users)).toBe(1);
    expect(await db.$count(accounts)).toBe(1);
  });

  it("of several who come at once one gets in", async () => {
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

describe("with sign-ups open", () => {
  it("only the first is an operator", async () => {
    const first = await createMember();
    const second = await createMember();
    expect((await second.get("/accounts")).status).toBe(404);
    expect((await first.get("/accounts")).status).toBe(200);
  });
});
