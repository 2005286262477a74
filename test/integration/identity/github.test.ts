// Sign-in with GitHub: better-auth against a fake GitHub server.
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

async function expectSignedOut(visitor: ReturnType<typeof createVisitor>) {
  expect((await visitor.get("/overview")).headers.get("Location")).toMatch(/^\/sign-in/);
}

describe("sign-in with GitHub", () => {
  it("A new GitHub user receives a login and an account; only the GitHub ID is stored.", async () => {
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

  it("Sign-in with GitHub has a window per client network.", async () => {
    const visitor = createGitHubVisitor();
    const starts = await Promise.all(
      Array.from({ length: 40 }, () => visitor.get("/sign-in/github")),
    );
    expect(new Set(starts.map(({ status }) => status))).toEqual(new Set([303]));
    expect((await visitor.get("/sign-in/github")).status).toBe(429);
    expect((await visitor.get("/auth/callback/github?code=1&state=2")).status).toBe(429);
  });

  it("A returning GitHub user reaches the same account, even with another email address.", async () => {
    const user = gitHubUser();
    await createGitHubVisitor().signInAs(user);
    const visitor = createGitHubVisitor();
    await visitor.signInAs({ ...user, emails: gitHubUser().emails });
    expect(await visitor.read("/account")).toContain(`You sign in as ${user.emails[0]?.email}`);
    expect(await db.$count(users)).toBe(1);
    expect(await db.$count(accounts)).toBe(1);
  });

  it("With sign-ups closed, the first user becomes the operator and later users are refused.", async () => {
    const vars = { SIGNUPS: "closed" };
    const [first, second] = [createGitHubVisitor({ vars }), createGitHubVisitor({ vars })];
    const operator = gitHubUser();
    await first.signInAs(operator);
    expect((await first.get("/accounts")).status).toBe(200);

    const answer = await second.signInAs(gitHubUser());
    expect(await second.follow(answer)).toContain("Sign-ups are closed.");
    await expectSignedOut(second);
    expect(await db.$count(users)).toBe(1);
    expect(await db.$count(accounts)).toBe(1);
    // Users with a login can still sign in.
    await second.signInAs(operator);
    expect((await second.get("/overview")).status).toBe(200);
  });

  it("With sign-ups closed, one of several concurrent first users gets an account.", async () => {
    const visitors = Array.from({ length: 3 }, () =>
      createGitHubVisitor({ vars: { SIGNUPS: "closed" } }),
    );
    await Promise.all(visitors.map((visitor) => visitor.signInAs(gitHubUser())));
    const seen = await Promise.all(visitors.map((visitor) => visitor.get("/overview")));
    expect(seen.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 303, 303]);
    expect(await db.$count(users)).toBe(1);
    expect(await db.$count(accounts)).toBe(1);
  });

  it("GitHub sign-in never gives access to a login with a password and the same email address.", async () => {
    const member = await createMember();
    for (const verified of [true, false]) {
      const visitor = createGitHubVisitor();
      const emails = [{ email: member.email, primary: true, verified }];
      const answer = await visitor.signInAs(gitHubUser({ emails }));
      expect(await visitor.follow(answer)).toContain(
        "A login with this email address already exists.",
      );
      await expectSignedOut(visitor);
    }
    expect(await db.$count(credentials)).toBe(1);
    expect(await db.$count(accounts)).toBe(1);
  });

  it("GitHub users without a verified email address cannot sign up.", async () => {
    for (const [emails, message] of [
      [[{ email: "victim@edgeshot.test", primary: true, verified: false }], "has not verified"],
      [[], "has no email address"],
    ] as const) {
      const visitor = createGitHubVisitor();
      const answer = await visitor.signInAs(gitHubUser({ emails: [...emails] }));
      expect(await visitor.follow(answer)).toContain(message);
      await expectSignedOut(visitor);
    }
    expect(await db.$count(users)).toBe(0);
    expect(await db.$count(accounts)).toBe(0);
  });

  it("A GitHub user can delete the account without a password.", async () => {
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

describe("failed sign-in with GitHub", () => {
  it("The sign-in page reports a canceled consent and keeps the return path.", async () => {
    const visitor = createGitHubVisitor();
    const answer = await visitor.refuse("/keys");
    const page = await visitor.follow(answer);
    expect(page).toContain("GitHub sign-in was canceled.");
    expect(page).toContain('name="next" value="/keys"');
    await expectSignedOut(visitor);
  });

  it("A callback with an unknown or used code is refused.", async () => {
    const visitor = createGitHubVisitor();
    const callback = await visitor.consent(gitHubUser());
    const wrong = new URL(callback);
    wrong.searchParams.set("code", "made-up");
    expect(await visitor.follow(await visitor.get(wrong.href))).toContain("GitHub sign-in failed");
    await expectSignedOut(visitor);

    const used = await visitor.consent(gitHubUser());
    await visitor.get(used);
    const thief = createGitHubVisitor();
    expect(await thief.follow(await thief.get(used))).toContain("GitHub sign-in failed");
    await expectSignedOut(thief);
  });

  it.each([
    ["no state", (callback: URL) => callback.searchParams.delete("state")],
    ["an unknown state", (callback: URL) => callback.searchParams.set("state", "x")],
    ["no parameters", (callback: URL) => (callback.search = "")],
  ])("A callback with %s is refused.", async (_case, tamper) => {
    const visitor = createGitHubVisitor();
    const callback = new URL(await visitor.consent(gitHubUser()));
    tamper(callback);
    const answer = await visitor.get(callback.href);
    expect(await visitor.follow(answer)).toContain("GitHub sign-in failed");
    await expectSignedOut(visitor);
    expect(await db.$count(users)).toBe(0);
  });

  it("A callback that was started in another browser is refused, so that a victim is not signed in as the attacker.", async () => {
    const attacker = createGitHubVisitor();
    const callback = await attacker.consent(gitHubUser());
    const victim = createGitHubVisitor();
    await victim.get("/sign-in/github");
    expect(await victim.follow(await victim.get(callback))).toContain("GitHub sign-in failed");
    await expectSignedOut(victim);
    expect(await db.$count(sessions)).toBe(0);
  });

  it("A wrong client secret is reported as a failed sign-in.", async () => {
    const visitor = createGitHubVisitor({ vars: { GITHUB_CLIENT_SECRET: "wrong" } });
    const answer = await visitor.signInAs(gitHubUser());
    expect(await visitor.follow(answer)).toContain("GitHub sign-in failed");
    await expectSignedOut(visitor);
  });
});

it("Responses of better-auth have the security headers of every page.", async () => {
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

it("GitHub sign-in never redirects to another site.", async () => {
  const visitor = createGitHubVisitor();
  const answer = await visitor.signInAs(gitHubUser(), "//evil.test");
  expect(answer.headers.get("Location")).toBe("/overview");
});

it("GitHub sign-in is not available without its two secrets.", async () => {
  const visitor = createVisitor();
  expect(await visitor.read("/sign-in")).not.toContain("GitHub");
  expect((await visitor.get("/sign-in/github")).status).toBe(404);
  expect((await visitor.get("/auth/callback/github?code=a&state=b")).status).toBe(404);
});
