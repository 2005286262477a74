// Signing in through GitHub: better-auth itself, with a stand-in at GitHub's addresses.
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createDatabase } from "../../../src/storage/database.ts";
import { accounts, credentials, sessions, users } from "../../../src/storage/schema.ts";
import { createGitHubVisitor, gitHubUser } from "../../support/github.ts";
import { rerouteGitHub } from "../../support/reroute-github.ts";
import { createMember, createVisitor } from "../../support/visitor.ts";

const db = createDatabase(env.DB);

let restore: () => void;
beforeAll(() => {
  restore = rerouteGitHub(inject("gitHub"));
});
afterAll(() => restore());

beforeEach(async () => {
  await db.delete(users);
  await db.delete(accounts);
});

async function expectNobody(visitor: ReturnType<typeof createVisitor>) {
  expect((await visitor.get("/overview")).headers.get("Location")).toMatch(/^\/sign-in/);
}

describe("through GitHub", () => {
  it("somebody new gets a login and an account, and nothing of GitHub's is kept but the id", async () => {
    const visitor = createGitHubVisitor();
    const user = gitHubUser({ name: "Mona Lisa" });
    const answer = await visitor.signInAs(user, "/keys");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe("/keys");
    const page = await visitor.read("/account");
    expect(page).toContain("Mona Lisa");
    expect(page).toContain(`You sign in as ${user.emails[0]?.email}`);
    const [credential] = await db.select().from(credentials);
    expect(credential).toMatchObject({
      providerId: "github",
      accountId: String(user.id),
      password: null,
      accessToken: null,
      refreshToken: null,
    });
    expect(await db.$count(accounts)).toBe(1);
  });

  it("the same person comes back to the same account, also with another address", async () => {
    const user = gitHubUser();
    await createGitHubVisitor().signInAs(user);
    const visitor = createGitHubVisitor();
    await visitor.signInAs({ ...user, emails: gitHubUser().emails });
    expect(await visitor.read("/account")).toContain(`You sign in as ${user.emails[0]?.email}`);
    expect(await db.$count(users)).toBe(1);
    expect(await db.$count(accounts)).toBe(1);
  });

  it("the first is the operator, and where sign-ups are closed the last", async () => {
    const vars = { SIGNUPS: "closed" };
    const [first, second] = [createGitHubVisitor({ vars }), createGitHubVisitor({ vars })];
    const operator = gitHubUser();
    await first.signInAs(operator);
    expect((await first.get("/accounts")).status).toBe(200);

    const answer = await second.signInAs(gitHubUser());
    expect(await second.follow(answer)).toContain("This service takes no new accounts.");
    await expectNobody(second);
    expect(await db.$count(users)).toBe(1);
    expect(await db.$count(accounts)).toBe(1);
    // Whoever has a login comes in.
    await second.signInAs(operator);
    expect((await second.get("/overview")).status).toBe(200);
  });

  it("of several who come at once, where only the first may, one gets in", async () => {
    const visitors = Array.from({ length: 3 }, () =>
      createGitHubVisitor({ vars: { SIGNUPS: "closed" } }),
    );
    await Promise.all(visitors.map((visitor) => visitor.signInAs(gitHubUser())));
    const seen = await Promise.all(visitors.map((visitor) => visitor.get("/overview")));
    expect(seen.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 303, 303]);
    expect(await db.$count(users)).toBe(1);
    expect(await db.$count(accounts)).toBe(1);
  });

  it("nobody gets into a login that has a password, whoever's the address is said to be", async () => {
    const member = await createMember();
    for (const verified of [true, false]) {
      const visitor = createGitHubVisitor();
      const emails = [{ email: member.email, primary: true, verified }];
      const answer = await visitor.signInAs(gitHubUser({ emails }));
      expect(await visitor.follow(answer)).toContain("There is a login with this address already.");
      await expectNobody(visitor);
    }
    expect(await db.$count(credentials)).toBe(1);
    expect(await db.$count(accounts)).toBe(1);
  });

  it("nobody signs up with an address that GitHub has not verified, or with none", async () => {
    for (const [emails, told] of [
      [[{ email: "victim@edgeshot.test", primary: true, verified: false }], "has not verified"],
      [[], "has no address"],
    ] as const) {
      const visitor = createGitHubVisitor();
      const answer = await visitor.signInAs(gitHubUser({ emails: [...emails] }));
      expect(await visitor.follow(answer)).toContain(told);
      await expectNobody(visitor);
    }
    expect(await db.$count(users)).toBe(0);
    expect(await db.$count(accounts)).toBe(0);
  });

  it("a login can be deleted without a password, which it does not have", async () => {
    await createMember(); // the operator
    const visitor = createGitHubVisitor();
    const user = gitHubUser();
    await visitor.signInAs(user);
    expect(await visitor.read("/account/delete")).not.toContain('name="password"');
    const email = user.emails[0]?.email ?? "";
    expect((await visitor.post("/account/delete", { email })).headers.get("Location")).toBe("/");
    expect(await db.$count(users, eq(users.email, email))).toBe(0);
  });
});

describe("what goes wrong at GitHub is said on the sign-in page, and signs nobody in:", () => {
  it("somebody who does not allow it, who is led on all the same when they try again", async () => {
    const visitor = createGitHubVisitor();
    const answer = await visitor.refuse("/keys");
    const page = await visitor.follow(answer);
    expect(page).toContain("You did not allow it at GitHub.");
    expect(page).toContain('name="next" value="/keys"');
    await expectNobody(visitor);
  });

  it("a code that GitHub does not know, or that was used before", async () => {
    const visitor = createGitHubVisitor();
    const callback = await visitor.consent(gitHubUser());
    const wrong = new URL(callback);
    wrong.searchParams.set("code", "made-up");
    expect(await visitor.follow(await visitor.get(wrong.href))).toContain("did not work");
    await expectNobody(visitor);

    const used = await visitor.consent(gitHubUser());
    await visitor.get(used);
    const thief = createGitHubVisitor();
    expect(await thief.follow(await thief.get(used))).toContain("did not work");
    await expectNobody(thief);
  });

  it.each([
    ["no state", (callback: URL) => callback.searchParams.delete("state")],
    ["a state that was made up", (callback: URL) => callback.searchParams.set("state", "x")],
    ["nothing at all", (callback: URL) => (callback.search = "")],
  ])("%s", async (_what, tamper) => {
    const visitor = createGitHubVisitor();
    const callback = new URL(await visitor.consent(gitHubUser()));
    tamper(callback);
    const answer = await visitor.get(callback.href);
    expect(await visitor.follow(answer)).toContain("did not work");
    await expectNobody(visitor);
    expect(await db.$count(users)).toBe(0);
  });

  it("a callback that was begun in another browser, by which somebody would be signed in as an attacker", async () => {
    const attacker = createGitHubVisitor();
    const callback = await attacker.consent(gitHubUser());
    const victim = createGitHubVisitor();
    await victim.get("/sign-in/github");
    expect(await victim.follow(await victim.get(callback))).toContain("did not work");
    await expectNobody(victim);
    expect(await db.$count(sessions)).toBe(0);
  });

  it("an app whose secret is wrong", async () => {
    const visitor = createGitHubVisitor({ vars: { GITHUB_CLIENT_SECRET: "wrong" } });
    const answer = await visitor.signInAs(gitHubUser());
    expect(await visitor.follow(answer)).toContain("did not work");
    await expectNobody(visitor);
  });
});

it("has the headers of every page, also where better-auth answers", async () => {
  const visitor = createGitHubVisitor();
  const answers = [
    await visitor.get("/sign-in/github"),
    await visitor.get("/auth/callback/github"),
    await visitor.signInAs(gitHubUser()),
  ];
  for (const answer of answers) {
    expect(answer.status).toBeLessThan(400);
    expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(answer.headers.get("Referrer-Policy")).toBe("same-origin");
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    expect(answer.headers.get("X-Request-Id")).toMatch(/-/);
  }
});

it("never leads to another site", async () => {
  const visitor = createGitHubVisitor();
  const answer = await visitor.signInAs(gitHubUser(), "//evil.test");
  expect(answer.headers.get("Location")).toBe("/overview");
});

it("is not there where its two secrets are not", async () => {
  const visitor = createVisitor();
  expect(await visitor.read("/sign-in")).not.toContain("GitHub");
  expect((await visitor.get("/sign-in/github")).status).toBe(404);
  expect((await visitor.get("/auth/callback/github?code=a&state=b")).status).toBe(404);
});
