// Invites: each link creates one login.
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createDatabase } from "../../../src/storage/database.ts";
import { invites } from "../../../src/storage/schema.ts";
import { createOperator, createVisitor, PASSWORD } from "../../support/visitor.ts";

const db = createDatabase(env.DB);

describe("an invite", () => {
  it("An invite link creates a login and works once.", async () => {
    const operator = await createOperator();
    const email = `${crypto.randomUUID()}@edgeshot.test`;
    const account = `acme ${email}`;
    const page = await operator.submit("/accounts", { account, email });
    const [, path = ""] = /edgeshot\.test(\/invite\/[0-9A-Za-z]{32})</.exec(page) ?? [];
    // A reload shows the same invite.
    expect(await operator.read("/accounts/invited")).toBe(page);

    const guest = createVisitor({ vars: { SIGNUPS: "closed" } });
    expect(await guest.read(path)).toContain(email);
    const accepted = await guest.post(path, {
      name: "Grace",
      password: PASSWORD,
      email: "evil@x.test",
    });
    expect(accepted.headers.get("Location")).toBe("/overview");
    const profile = await guest.read("/account");
    expect(profile).toContain(account);
    expect(profile).toContain(`You sign in as ${email}`);
    expect((await createVisitor().get(path)).status).toBe(404);
    const again = await operator.post("/accounts", { account, email });
    expect(again.status).toBe(422);
    expect(await again.text()).toContain("A login with this email address already exists.");
  });

  it("When several visitors use a link at the same time, one creates a login and the others receive 422.", async () => {
    const operator = await createOperator();
    const email = `${crypto.randomUUID()}@edgeshot.test`;
    const page = await operator.submit("/accounts", { account: email, email });
    const [, path = ""] = /edgeshot\.test(\/invite\/[0-9A-Za-z]{32})</.exec(page) ?? [];
    const login = { name: "Grace", password: PASSWORD };
    const answers = await Promise.all([1, 2, 3].map(() => createVisitor().post(path, login)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 422, 422]);
  });

  it("An expired invite link responds with 404.", async () => {
    const operator = await createOperator();
    const email = `${crypto.randomUUID()}@edgeshot.test`;
    const page = await operator.submit("/accounts", { account: email, email });
    const [, path = ""] = /edgeshot\.test(\/invite\/[0-9A-Za-z]{32})</.exec(page) ?? [];
    await db
      .update(invites)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(invites.email, email));
    expect((await createVisitor().get(path)).status).toBe(404);
    expect((await createVisitor().post(path, { name: "Eve", password: PASSWORD })).status).toBe(
      404,
    );
  });
});
