// Attacks on the dashboard by other sites, visitors without a session and other accounts.
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dashboardRoutes } from "../../../src/dashboard/routes.ts";
import { createDatabase } from "../../../src/storage/database.ts";
import { accounts, apiKeys, sessions } from "../../../src/storage/schema.ts";
import {
  createMember,
  createOperator,
  createVisitor,
  ORIGIN,
  PASSWORD,
} from "../../support/visitor.ts";

const db = createDatabase(env.DB);

/** The paths of all forms, with IDs that do not exist. */
const forms = pathsOf("POST");
/** The paths of all pages that require a session. */
const pages = pathsOf("GET").filter(
  (path) => !/^\/($|sign-|auth|invite|assets|favicon|robots|docs)/.test(path),
);

function pathsOf(method: string): string[] {
  const paths = dashboardRoutes.routes.filter((route) => route.method === method);
  return [...new Set(paths.map(({ path }) => path.replaceAll(/:\w+/g, "0".repeat(24))))];
}

describe("cross-site requests", () => {
  it.each([
    ["another site", { Origin: "https://evil.test", "Sec-Fetch-Site": "cross-site" }],
    ["a sister site", { Origin: "https://evil.edgeshot.test", "Sec-Fetch-Site": "same-site" }],
    ["an opaque origin", { Origin: "null", "Sec-Fetch-Site": "cross-site" }],
    ["a site that looks alike", { Origin: `${ORIGIN}.evil.test`, "Sec-Fetch-Site": "cross-site" }],
    ["a page that sends plain text", { Origin: "https://evil.test", "Content-Type": "text/plain" }],
  ])("Every form refuses a request from %s and changes nothing.", async (_from, headers) => {
    await createOperator();
    const operator = await createOperator();
    expect(forms.length).toBeGreaterThan(15);
    const fields = { name: "evil", email: operator.email, password: PASSWORD, url: ORIGIN };
    for (const path of forms) {
      const answer = await operator.post(path, fields, { "Sec-Fetch-Site": "", ...headers });
      expect(answer.status, path).toBe(403);
      expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
      expect(await answer.text()).toContain("no changes were made");
    }
    expect(await db.$count(apiKeys, eq(apiKeys.accountId, operator.accountId))).toBe(0);
    expect((await operator.get("/overview")).status).toBe(200);
  });
});

describe("a visitor without a session", () => {
  it("Every page and every form redirects the visitor to sign in and then back.", async () => {
    const visitor = createVisitor();
    expect(pages.length).toBeGreaterThan(10);
    for (const path of pages) {
      const answer = await visitor.get(path);
      const next = path === "/overview" ? "" : `?next=${encodeURIComponent(path)}`;
      expect(answer.headers.get("Location"), path).toBe(`/sign-in${next}`);
      expect(await answer.text()).toBe("");
    }
    for (const path of forms.filter((form) => !/^\/(sign-|invite)/.test(form)))
      expect((await visitor.post(path)).headers.get("Location"), path).toMatch(/^\/sign-in/);
  });

  // Each sign-in hashes a password, so test/unit/dashboard/auth covers the other addresses.
  it("Sign-in never redirects to another site.", async () => {
    const { email } = await createMember();
    const signInTo = async (next: string) =>
      (await createVisitor().signIn({ email, next })).headers.get("Location");
    expect(await signInTo("//evil.test")).toBe("/overview");
    expect(await signInTo("/keys?done=key-revoked")).toBe("/keys?done=key-revoked");
  });

  it("A session cookie that an attacker has set in the victim's browser does not give access to the victim's session.", async () => {
    const [attacker, owner] = [await createMember(), await createMember()];
    const planted = new Map(attacker.jar);
    const victim = createVisitor();
    for (const [name, value] of planted) victim.jar.set(name, value);
    await victim.signIn({ email: owner.email });
    expect(await victim.read("/account")).toContain(owner.email);
    const thief = createVisitor();
    for (const [name, value] of planted) thief.jar.set(name, value);
    expect(await thief.read("/account")).toContain(attacker.email);
  });
});

describe("an expired session", () => {
  it("A form that is submitted with an expired session changes nothing and leads back to its page.", async () => {
    const member = await createMember();
    await db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.userId, member.userId));
    const send = (path: string, headers: Record<string, string>) =>
      member.post(path, { name: "late", email: member.email, password: PASSWORD }, headers);
    const answer = await send("/keys", { Referer: `${ORIGIN}/keys` });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe("/sign-in?next=%2Fkeys");
    await send("/account/delete", { Referer: `${ORIGIN}/account/delete` });
    expect(await db.$count(apiKeys, eq(apiKeys.accountId, member.accountId))).toBe(0);
    expect(await db.$count(accounts, eq(accounts.id, member.accountId))).toBe(1);
    for (const headers of [{}, { Referer: "https://evil.test/keys" }])
      expect((await send("/keys", headers)).headers.get("Location")).toBe("/sign-in");
  });
});

describe("a user of another account", () => {
  it("The operator pages respond with 404 to users without operator access.", async () => {
    const [operator, member] = [await createOperator(), await createMember()];
    const { accountId, userId } = operator;
    const page = `/accounts/${accountId}`;
    for (const path of ["/accounts", page]) {
      expect((await member.get(path)).status).toBe(404);
      expect((await member.post(path, { plan: "business" })).status).toBe(404);
    }
    const role = await member.post(`${page}/operators/${userId}`, { operator: "no" });
    expect(role.status).toBe(404);
    expect((await operator.get("/accounts")).status).toBe(200);
  });
});
