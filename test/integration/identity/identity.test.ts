// Logins and sessions: sign-up, sign-in, sign-out and their limits.
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Fields } from "../../../src/lib/log.ts";
import { sha256Hex } from "../../../src/lib/secrets.ts";
import { createDatabase } from "../../../src/storage/database.ts";
import { credentials, sessions, users } from "../../../src/storage/schema.ts";
import { createMember, createVisitor, PASSWORD } from "../../support/visitor.ts";

const db = createDatabase(env.DB);
const wrong = "Incorrect email or password.";

describe("signing up", () => {
  it("Sign-up creates an account on the free plan and a session.", async () => {
    const member = await createMember();
    const page = await member.read("/overview");
    expect(page).toContain(member.email);
    expect(page).toContain("of 100");
  });

  it("The database stores only a salted hash of the password.", async () => {
    const email = `${crypto.randomUUID()}@edgeshot.test`;
    await createVisitor().post("/sign-up", { name: "Ada", email, password: "not a test password" });
    const [credential] = await db
      .select({ password: credentials.password })
      .from(credentials)
      .innerJoin(users, eq(users.id, credentials.userId))
      .where(eq(users.email, email));
    expect(credential?.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  });

  it("An invalid form shows an error for each field and keeps the entered values except the password.", async () => {
    const answer = await createVisitor().post("/sign-up", {
      name: " ",
      email: "ada@",
      password: "too-short",
    });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toMatch(/id="name-fault">Is required/);
    expect(page).toMatch(/id="email-fault">Must be an email address/);
    expect(page).toMatch(/id="password-fault">Must have at least 10 characters/);
    expect(page).toContain('value="ada@"');
    expect(page).not.toContain("too-short");
  });

  it("Sign-up refuses an email address in use, regardless of case, and creates no account.", async () => {
    const { email } = await createMember();
    const before = await db.$count(sessions);
    const answer = await createVisitor().post("/sign-up", {
      name: "Eve",
      email: email.toUpperCase(),
      password: PASSWORD,
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("A login with this email address already exists.");
    expect(await db.$count(sessions)).toBe(before);
  });
});

describe("a session", () => {
  it("The session cookie is not available to scripts, other hosts and plain HTTP.", async () => {
    const { email } = await createMember();
    const answer = await createVisitor().signIn({ email });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-edgeshot\.session_token=/);
    for (const part of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"])
      expect(cookie).toContain(part);
    expect(cookie).not.toMatch(/Domain/i);
  });

  it("On localhost, the session works over HTTP without a cookie prefix.", async () => {
    const { email } = await createMember();
    const visitor = createVisitor();
    const answer = await visitor.post(
      "http://localhost:8787/sign-in",
      { email, password: PASSWORD },
      { Origin: "http://localhost:8787" },
    );
    expect(answer.headers.getSetCookie()[0]).toMatch(/^edgeshot\.session_token=(?!.*Secure)/);
    expect((await visitor.get("http://localhost:8787/overview")).status).toBe(200);
  });

  it("Sign-out invalidates the session, even for a copy of the cookie.", async () => {
    const member = await createMember();
    const copy = new Map(member.jar);
    const answer = await member.post("/sign-out");
    expect(answer.headers.get("Location")).toBe("/");
    for (const [name, value] of copy) member.jar.set(name, value);
    expect((await member.get("/overview")).status).toBe(303);
  });

  it("An altered or invented session cookie is refused.", async () => {
    const member = await createMember();
    const [[name, value] = ["", ""]] = [...member.jar];
    for (const forged of [
      value.slice(0, -8),
      value.replace(/^./, (first) => (first === "x" ? "y" : "x")),
      "x.y",
      "%",
      "a".repeat(8000),
    ]) {
      member.jar.set(name, forged);
      expect((await member.get("/overview")).status).toBe(303);
    }
  });

  it("An expired session redirects to sign in and then back.", async () => {
    const member = await createMember();
    await db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(sessions.userId, member.userId));
    const answer = await member.get("/keys?done=key-revoked");
    expect(answer.status).toBe(303);
    const signIn = answer.headers.get("Location") ?? "";
    expect(signIn).toBe("/sign-in?next=%2Fkeys%3Fdone%3Dkey-revoked");
    expect(await member.read(signIn)).toContain('name="next" value="/keys?done=key-revoked"');
    const next = "/keys?done=key-revoked";
    const signedIn = await member.signIn({ email: member.email, next });
    expect(signedIn.headers.get("Location")).toBe(next);
  });

  it("The account page lists sessions, and a user can end every other session.", async () => {
    const member = await createMember();
    const other = createVisitor();
    await other.signIn({ email: member.email });
    const page = await member.read("/account");
    expect(page.match(/End session/g)).toHaveLength(1);
    const [, path = ""] = /action="(\/account\/sessions\/[0-9a-f]{24}\/end)"/.exec(page) ?? [];
    expect((await member.post(path)).status).toBe(303);
    expect((await other.get("/overview")).status).toBe(303);
    expect((await member.get("/overview")).status).toBe(200);
    expect((await member.post(path)).status).toBe(404);
  });

  it("A session of another user cannot be ended.", async () => {
    const [member, stranger] = [await createMember(), await createMember()];
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, stranger.userId));
    expect((await member.post(`/account/sessions/${session?.id}/end`)).status).toBe(404);
    expect((await stranger.get("/overview")).status).toBe(200);
  });
});

describe("signing in", () => {
  it("A wrong password and an unknown email address produce the same response.", async () => {
    const { email } = await createMember();
    const answers = [
      await createVisitor().signIn({ email, password: "not the password" }),
      await createVisitor().signIn({ email: "nobody@edgeshot.test" }),
      await createVisitor().signIn({ email: "not an address" }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(await answer.text()).toContain(wrong);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it("Addresses of one network share a limit of sign-in attempts per login.", async () => {
    const { email } = await createMember();
    const signIn = (host: number, password?: string) =>
      createVisitor().post(
        "/sign-in",
        { email, password: password ?? PASSWORD },
        { "CF-Connecting-IP": `2001:db8:0:7::${host}` },
      );
    for (let guess = 0; guess < 10; guess++)
      expect((await signIn(guess, `guess ${guess}`)).status).toBe(401);
    const answer = await signIn(99);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await answer.text()).toContain("Too many attempts.");
  });

  it("Guesses from one network do not block the owner of the login in another network.", async () => {
    const { email } = await createMember();
    const stranger = createVisitor();
    for (let guess = 0; guess < 30; guess++)
      await stranger.signIn({ email, password: `guess ${guess}` });
    expect((await stranger.signIn({ email })).status).toBe(429);
    expect((await createVisitor().signIn({ email })).status).toBe(303);
  });

  it("Sign-in attempts for one login are limited across all networks, except in trusted browsers.", async () => {
    const member = await createMember();
    const { email } = member;
    await member.post("/sign-out");
    const limiter = env.RATE_LIMITER.getByName(`sign-in:${await sha256Hex(email)}`);
    for (let guess = 0; guess < 100; guess++) await limiter.take(100);
    expect((await createVisitor().signIn({ email })).status).toBe(429);
    expect((await member.signIn({ email })).status).toBe(303);
    // The browser is trusted for one login only.
    const other = await createMember();
    const limiterOfOther = env.RATE_LIMITER.getByName(`sign-in:${await sha256Hex(other.email)}`);
    for (let guess = 0; guess < 100; guess++) await limiterOfOther.take(100);
    expect((await member.signIn({ email: other.email })).status).toBe(429);
  });

  it("Sign-in attempts are limited per IP address, across logins.", async () => {
    const visitor = createVisitor();
    for (let guess = 0; guess < 20; guess++)
      expect((await visitor.signIn({ email: `guess${guess}@edgeshot.test` })).status).toBe(401);
    expect((await visitor.signIn({ email: "another@edgeshot.test" })).status).toBe(429);
  });

  it("The log contains neither passwords nor cookies.", async () => {
    const lines: Fields[] = [];
    const member = await createMember({ lines });
    await member.signIn({ email: member.email, password: "not the password" });
    await member.api.settled();
    const log = JSON.stringify(lines);
    expect(log).not.toContain(PASSWORD);
    expect(log).not.toContain("not the password");
    expect(log).not.toContain([...member.jar.values()][0]);
  });
});

describe("a password change", () => {
  it("A password change ends all other sessions, and the new password works.", async () => {
    const member = await createMember();
    const other = createVisitor();
    await other.signIn({ email: member.email });
    const newPassword = "a new and better sentence";
    const answer = await member.post("/account/password", {
      currentPassword: PASSWORD,
      newPassword,
    });
    expect(answer.headers.get("Location")).toBe("/account?done=password-changed");
    expect((await member.get("/overview")).status).toBe(200);
    expect((await other.get("/overview")).status).toBe(303);
    expect((await other.signIn({ email: member.email })).status).toBe(401);
    expect((await other.signIn({ email: member.email, password: newPassword })).status).toBe(303);
  });

  it("A password change requires the current password.", async () => {
    const member = await createMember();
    const answer = await member.post("/account/password", {
      currentPassword: "not the password",
      newPassword: "a new and better sentence",
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Incorrect password.");
    expect((await createVisitor().signIn({ email: member.email })).status).toBe(303);
  });
});
