// POST /mcp as a protocol over HTTP: whose requests it answers, and what it refuses.
import { describe, expect, it } from "vitest";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { callTool, connectMcp } from "../../support/mcp.ts";
import { fakeRender } from "../../support/fake-render.ts";
import { usedCredits } from "../../support/records.ts";

describe("/mcp", () => {
  it("takes the key as a bearer token, too", async () => {
    const { key } = await seedAccount();
    const client = await connectMcp(createApi(), { Authorization: `Bearer ${key}` });
    expect((await callTool(client, "usage")).json.success).toBe(true);
  });

  it("refuses whoever has no key, or a wrong one", async () => {
    const api = createApi();
    await expectError(await api.post("/mcp", {}), 401, "missing_api_key");
    await expectError(await api.post("/mcp", {}, { key: "nonsense" }), 401, "invalid_api_key");
    await expect(connectMcp(api, {})).rejects.toThrow(/401|key/i);
  });

  it("counts in the key's rate window, and answers nothing but POST", async () => {
    const { key } = await seedAccount({ requestsPerMinute: 2 });
    const api = createApi();
    const refusal = await api.get("/mcp", { key });
    expect(refusal.headers.get("Allow")).toBe("POST");
    await expectError(refusal, 405, "method_not_allowed");
    await api.post("/mcp", {}, { key });
    await expectError(await api.post("/mcp", {}, { key }), 429, "rate_limit_exceeded");
  });

  it.each([
    ["/mcp", "https://edgeshot.test"],
    ["http://localhost:8787/mcp", "http://localhost:8787"],
    ["http://192.168.1.5:8787/mcp", "http://192.168.1.5:8787"],
  ])("at %s answers the page of %s", async (address, origin) => {
    const { key } = await seedAccount();
    const answer = await createApi().post(
      address,
      { jsonrpc: "2.0", id: 1, method: "ping" },
      mcp(key, origin),
    );
    expect(answer.status).toBe(200);
  });

  it.each([
    ["of another name", "/mcp", "https://evil.example"],
    ["without a name", "/mcp", "null"],
    ["of another port", "http://localhost:8787/mcp", "http://localhost:3000"],
    ["of another scheme", "/mcp", "http://edgeshot.test"],
    [
      "whose name was made to lead here",
      "http://evil.example:8787/mcp",
      "http://evil.example:8787",
    ],
    [
      "whose name begins like an address",
      "http://127.0.0.1.evil.example/mcp",
      "http://127.0.0.1.evil.example",
    ],
  ])("refuses a page %s, whatever key it has", async (_which, address, origin) => {
    const { key } = await seedAccount();
    const answer = await createApi().post(
      address,
      { jsonrpc: "2.0", id: 1, method: "ping" },
      mcp(key, origin),
    );
    await expectError(answer, 403, "forbidden");
  });

  it.each([
    ["no JSON", "{", 400],
    ["nothing", "", 400],
    ["a number", "1", 400],
    ["no message", "{}", 400],
    ["another version", '{"jsonrpc":"1.0","id":1,"method":"ping"}', 400],
    [
      "a thousand messages",
      JSON.stringify(
        Array.from({ length: 1000 }, () => ({ jsonrpc: "2.0", id: 1, method: "ping" })),
      ),
      400,
    ],
    [
      "more than 2 MiB",
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x".repeat(2 * 1024 * 1024) }),
      413,
    ],
  ])("refuses %s", async (_what, body, status) => {
    const { key, accountId } = await seedAccount();
    const api = createApi(fakeRender());
    const answer = await api.send("POST", "/mcp", { ...mcp(key), body });
    expect(answer.status, await answer.text()).toBe(status);
    expect(await usedCredits(accountId)).toBe(0);
  });

  it.each([
    ["an unknown method", { method: "shoot" }],
    ["an unknown tool", { method: "tools/call", params: { name: "shoot" } }],
    ["a tool by the name of a prototype", { method: "tools/call", params: { name: "__proto__" } }],
    [
      "arguments that are no object",
      { method: "tools/call", params: { name: "capture", arguments: [1] } },
    ],
  ])("answers %s with an error of the protocol", async (_what, message) => {
    const { key, accountId } = await seedAccount();
    const api = createApi(fakeRender());
    const answer = await api.post("/mcp", { jsonrpc: "2.0", id: 1, ...message }, mcp(key));
    // One event of a stream, for clients that speak no newer version.
    const [, data = ""] = /^data: (.*)$/m.exec(await answer.text()) ?? [];
    expect(JSON.parse(data)).toMatchObject({ id: 1, error: { code: expect.any(Number) } });
    expect(await usedCredits(accountId)).toBe(0);
  });
});

function mcp(key: string, origin?: string) {
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    ...(origin === undefined ? {} : { Origin: origin }),
  };
  return { key, headers };
}
