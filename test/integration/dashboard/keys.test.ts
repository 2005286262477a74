// API keys in the dashboard: creation, list and revocation.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { linkKeyOf, signLink } from "../../../src/contract/signed-link.ts";
import { signLinkFor } from "../../../src/domain/api-keys/sign-link.ts";
import { resolveLimits } from "../../../src/contract/plans.ts";
import { createDatabase } from "../../../src/storage/database.ts";
import { accounts, apiKeys } from "../../../src/storage/schema.ts";
import { wire } from "../../../src/wiring.ts";
import { seedAccount, seedKey } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { fakeRender } from "../../support/fake-render.ts";
import { createMember, createVisitor } from "../../support/visitor.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

function keyIn(page: string): string {
  return /es_[0-9A-Za-z]{40}/.exec(page)?.[0] ?? "";
}

function dayFrom(at: Date, days: number): string {
  return new Date(at.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the path of the settings of the only key in the list. */
function settingsIn(list: string): string {
  return /href="(\/keys\/[0-9a-f]{24})"/.exec(list)?.[1] ?? "";
}

describe("API keys", () => {
  it("A key is shown once, works immediately, shows its last use, and stops working when it is revoked.", async () => {
    const member = await createMember();
    const key = keyIn(await member.submit("/keys", { name: "laptop" }));
    const api = createApi(fakeRender());
    expect((await api.get("/v1/screenshots", { key })).status).toBe(200);
    await api.settled();

    const list = await member.read("/keys");
    expect(list).not.toContain(key);
    expect(list).toContain(key.slice(0, 8));
    expect(list).not.toContain('data-label="Last used">Never');
    const [, path = ""] = /action="(\/keys\/[0-9a-f]{24}\/revoke)"/.exec(list) ?? [];
    expect((await member.post(path)).status).toBe(303);
    expect((await api.get("/v1/screenshots", { key })).status).toBe(401);
    expect((await member.post(path)).status).toBe(404);
  });

  it("An account has at most 50 keys; a revoked key does not count.", async () => {
    const member = await createMember();
    for (let i = 0; i < 50; i++) await seedKey(member.accountId);
    const refused = await member.post("/keys", { name: "one more" });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain("The account has 50 keys.");
    const [, path = ""] = /action="(\/keys\/[0-9a-f]{24}\/revoke)"/.exec(html) ?? [];
    await member.post(path);
    expect((await member.post("/keys", { name: "one more" })).status).toBe(303);
  });

  it("A reload of the page with a new key shows the same key in this session only, for 10 minutes, and creates no other key.", async () => {
    let now = new Date();
    const member = await createMember({ clock: () => now });
    const page = await member.submit("/keys", { name: "laptop" });
    expect(keyIn(page)).not.toBe("");
    expect(await member.read("/keys/created")).toBe(page);
    expect((await member.read("/keys")).match(/\/revoke"/g)).toHaveLength(1);

    const cookie = member.jar.get("edgeshot-created") ?? "";
    expect(decodeURIComponent(cookie)).not.toContain(keyIn(page));
    const other = await createMember();
    other.jar.set("edgeshot-created", cookie);
    expect((await other.get("/keys/created")).headers.get("Location")).toBe("/keys");

    now = new Date(now.getTime() + 10 * 60_000);
    expect((await member.get("/keys/created")).headers.get("Location")).toBe("/keys");
    expect(member.jar.has("edgeshot-created")).toBe(false);
  });

  it("A key can be renamed and can expire. After the expiry, the API, MCP and signed links refuse the key.", async () => {
    const member = await createMember();
    const today = new Date();
    const key = keyIn(await member.submit("/keys", { name: "laptop", expires: dayFrom(today, 7) }));
    // The free plan allows too few requests for this test.
    await createDatabase(env.DB)
      .update(accounts)
      .set({ plan: "business" })
      .where(eq(accounts.id, member.accountId));
    const path = settingsIn(await member.read("/keys"));
    expect(await member.read(path)).toContain(`value="${dayFrom(today, 7)}"`);

    const expires = dayFrom(today, 2);
    const saved = await member.post(path, { name: "CI", expires });
    expect(saved.headers.get("Location")).toBe("/keys?done=key-saved");
    expect(await member.read("/keys")).toMatch(/CI[^]*Expires[^]*2\d{3}/);

    const expiresAt = new Date(expires);
    const service = "https://edgeshot.test";
    const link = await signLink(
      service,
      { url: "https://example.com/", options: {} },
      new Date(expiresAt.getTime() + DAY_MS),
      await linkKeyOf(key),
    );
    const statuses = async (at: number) => {
      const api = createApi({ ...fakeRender(), clock: () => new Date(at) });
      const initialize = {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "test", version: "1" },
        },
      };
      const headers = { Accept: "application/json, text/event-stream" };
      const answers = [
        await api.get("/v1/screenshots", { key }),
        await api.get(`/v1/screenshots?api_key=${key}`),
        await api.get("/v1/screenshots", { headers: { Authorization: `Bearer ${key}` } }),
        await api.post("/v1/capture", { url: "https://example.com/" }, { key }),
        await api.post("/mcp", initialize, { key, headers }),
        await api.get(link),
      ];
      const codes = await Promise.all(
        answers.map(async (answer) => {
          if (answer.status === 200) return 200;
          const { error } = await answer.json<{ error: { code: string } }>();
          return `${answer.status} ${error.code}`;
        }),
      );
      await api.settled();
      return new Set(codes);
    };
    expect(await statuses(expiresAt.getTime() - 1)).toEqual(new Set([200]));
    expect(await statuses(expiresAt.getTime())).toEqual(new Set(["401 invalid_api_key"]));

    // The owner still sees the key, can rename it, and can make it work again.
    const later = createVisitor({ clock: () => new Date(expiresAt.getTime() + DAY_MS) });
    for (const [name, value] of member.jar) later.jar.set(name, value);
    expect(await later.read("/keys")).toContain("Expired");
    expect((await later.post(path, { name: "old", expires })).status).toBe(303);
    expect((await later.post(path, { name: "old", expires: "" })).status).toBe(303);
    expect(await statuses(expiresAt.getTime())).toEqual(new Set([200]));
  });

  it("The expiry must be a later day, and the settings of another account's key return 404.", async () => {
    const [member, other] = [await createMember(), await createMember()];
    for (const expires of [dayFrom(new Date(), 0), "2020-01-01", "tomorrow", "2026-02-30"]) {
      const refused = await member.post("/keys", { name: "laptop", expires });
      expect(refused.status).toBe(422);
      expect(await refused.text()).toContain("Must be a day after today, or empty.");
    }
    await other.post("/keys", { name: "theirs" });
    const path = settingsIn(await other.read("/keys"));
    expect((await member.get(path)).status).toBe(404);
    expect((await member.post(path, { name: "mine", expires: "" })).status).toBe(404);
    expect(await other.read("/keys")).toContain("theirs");
  });

  it("The dashboard never signs a link with an expired key, and no link outlives its key.", async () => {
    const { accountId, keyId } = await seedAccount();
    const now = new Date();
    const db = createDatabase(env.DB);
    const ctx = wire(env, createExecutionContext(), () => undefined);
    const limits = resolveLimits("free", {
      monthlyScreenshots: null,
      storageBytes: null,
      requestsPerMinute: null,
    });
    const signAt = (at: Date) =>
      signLinkFor(
        { ...ctx, clock: () => at },
        { accountId, plan: "free", subscriptionStatus: "active", storageUsedBytes: 0, limits },
        "https://edgeshot.test",
        { url: "https://example.com/", options: {} },
      );
    const thirtyDays = new Date(now.getTime() + 30 * DAY_MS);
    expect((await signAt(now))?.expiresAt).toEqual(thirtyDays);
    const expiresAt = new Date(now.getTime() + DAY_MS);
    await db.update(apiKeys).set({ expiresAt }).where(eq(apiKeys.id, keyId));
    expect((await signAt(now))?.expiresAt).toEqual(expiresAt);
    expect(await signAt(expiresAt)).toBeUndefined();
  });

  it("The list counts the requests of this month by key; refused requests do not count.", async () => {
    const member = await createMember();
    const [first, second] = [
      keyIn(await member.submit("/keys", { name: "first" })),
      keyIn(await member.submit("/keys", { name: "second" })),
    ];
    const api = createApi(fakeRender());
    for (let i = 0; i < 7; i++) await api.get("/v1/screenshots", { key: first });
    await api.get("/v1/screenshots", { key: second });
    await api.settled();
    const counts = [...(await member.read("/keys")).matchAll(/"Requests this month">(\d+)</g)];
    // The free plan allows 5 requests per minute.
    expect(counts.map(([, count]) => count)).toEqual(["1", "5"]);
  });

  it("A login sends at most 60 forms a minute.", async () => {
    const member = await createMember();
    const send = () => member.post("/keys", { name: "" });
    const answers = await Promise.all(Array.from({ length: 60 }, send));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await member.get("/keys")).status).toBe(200);
  });

  it("The keys of another account are not listed and cannot be revoked.", async () => {
    const [member, other] = [await createMember(), await createMember()];
    await other.post("/keys", { name: "theirs" });
    const list = await other.read("/keys");
    const [, path = ""] = /action="(\/keys\/[0-9a-f]{24}\/revoke)"/.exec(list) ?? [];
    expect((await member.post(path)).status).toBe(404);
    const withoutToken = (page: string) => page.replace(/name="form-token" value="\w+"/, "");
    expect(withoutToken(await other.read("/keys"))).toBe(withoutToken(list));
    expect(await member.read("/keys")).not.toContain("theirs");
  });
});
