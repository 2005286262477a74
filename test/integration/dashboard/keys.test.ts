// API keys in the dashboard: creation, list and revocation.
import { describe, expect, it } from "vitest";
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
