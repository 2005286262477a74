// API keys in the dashboard: creation, list and revocation.
import { describe, expect, it } from "vitest";
import { seedKey } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { fakeRender } from "../../support/fake-render.ts";
import { createMember } from "../../support/visitor.ts";

describe("API keys", () => {
  it("A key is shown once, works immediately, shows its last use, and stops working when it is revoked.", async () => {
    const member = await createMember();
    const created = await member.post("/keys", { name: "laptop" });
    expect(created.status).toBe(201);
    const [key = ""] = /es_[0-9A-Za-z]{40}/.exec(await created.text()) ?? [];
    const api = createApi(fakeRender());
    expect((await api.get("/v1/screenshots", { key })).status).toBe(200);
    await api.settled();

    const list = await member.read("/keys");
    expect(list).not.toContain(key);
    expect(list).toContain(key.slice(0, 8));
    expect(list).not.toContain("Never");
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
    expect((await member.post("/keys", { name: "one more" })).status).toBe(201);
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
    expect(await other.read("/keys")).toBe(list);
    expect(await member.read("/keys")).not.toContain("theirs");
  });
});
