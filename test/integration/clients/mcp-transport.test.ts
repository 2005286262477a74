// The HTTP transport of /mcp: authentication, origins and invalid messages.
import { describe, expect, it } from "vitest";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { callTool, connectMcp } from "../../support/mcp.ts";
import { fakeRender } from "../../support/fake-render.ts";
import { usedCredits } from "../../support/records.ts";

describe("/mcp", () => {
  it("The endpoint accepts the key as a bearer token.", async () => {
    const { key } = await seedAccount();
    const client = await connectMcp(createApi(), { Authorization: `Bearer ${key}` });
    expect((await callTool(client, "usage")).json.success).toBe(true);
  });

  it("The endpoint rejects requests without a valid key.", async () => {
    const api = createApi();
    await expectError(await api.post("/mcp", {}), 401, "missing_api_key");
    await expectError(await api.post("/mcp", {}, { key: "nonsense" }), 401, "invalid_api_key");
    await expect(connectMcp(api, {})).rejects.toThrow(/401|key/i);
  });

  it("Requests count in the rate window of the key, and only POST is allowed.", async () => {
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
  ])("The endpoint %s accepts a page of the origin %s.", async (address, origin) => {
    const { key } = await seedAccount();
    const answer = await createApi().post(
      address,
      { jsonrpc: "2.0", id: 1, method: "ping" },
      mcp(key, origin),
    );
    expect(answer.status).toBe(200);
  });

  it.each([
    ["with another host", "/mcp", "https://evil.example"],
    ["with an opaque origin", "/mcp", "null"],
    ["with another port", "http://localhost:8787/mcp", "http://localhost:3000"],
    ["with another scheme", "/mcp", "http://edgeshot.test"],
  ])("The endpoint rejects a page %s, even with a valid key.", async (_which, address, origin) => {
    const { key } = await seedAccount();
    const answer = await createApi().post(
      address,
      { jsonrpc: "2.0", id: 1, method: "ping" },
      mcp(key, origin),
    );
    await expectError(answer, 403, "forbidden");
  });

  it.each(["evil.example:8787", "127.0.0.1.evil.example"])(
    "The endpoint rejects a page of the rebound host %s, even with a valid key.",
    async (host) => {
      const { key } = await seedAccount();
      const message = { jsonrpc: "2.0", id: 1, method: "ping" };
      const answer = await createApi().post(
        `http://${host}/mcp`,
        message,
        mcp(key, `http://${host}`),
      );
      expect(answer.status).toBe(308);
    },
  );

  it.each([
    ["invalid JSON", "{", 400],
    ["an empty body", "", 400],
    ["a number", "1", 400],
    ["an empty object", "{}", 400],
    ["another version", '{"jsonrpc":"1.0","id":1,"method":"ping"}', 400],
    [
      "a thousand messages",
      JSON.stringify(
        Array.from({ length: 1000 }, () => ({ jsonrpc: "2.0", id: 1, method: "ping" })),
      ),
      400,
    ],
    ["an empty array", "[]", 400],
    [
      "more than 2 MiB",
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x".repeat(2 * 1024 * 1024) }),
      413,
    ],
  ])("The endpoint rejects %s.", async (_what, body, status) => {
    const { key, accountId } = await seedAccount();
    const api = createApi(fakeRender());
    const answer = await api.send("POST", "/mcp", { ...mcp(key), body });
    expect(answer.status, await answer.text()).toBe(status);
    expect(await usedCredits(accountId)).toBe(0);
  });

  it("The endpoint refuses an array of calls, so that a request starts at most one capture.", async () => {
    const { key, accountId } = await seedAccount({ requestsPerMinute: 5 });
    const api = createApi(fakeRender());
    const call = {
      jsonrpc: "2.0",
      method: "tools/call",
      params: { name: "capture", arguments: { url: "https://example.com/" } },
    };
    const calls = Array.from({ length: 20 }, (_, id) => ({ ...call, id }));
    for (const body of [
      JSON.stringify(calls),
      ` \n${JSON.stringify(calls)}`,
      JSON.stringify([call]),
    ]) {
      const answer = await api.send("POST", "/mcp", { ...mcp(key), body });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ id: null, error: { code: -32_600 } });
    }
    await api.settled();
    expect(await usedCredits(accountId)).toBe(0);
  });

  it.each([
    ["an unknown method", { method: "shoot" }],
    ["an unknown tool", { method: "tools/call", params: { name: "shoot" } }],
    ["a tool with the name __proto__", { method: "tools/call", params: { name: "__proto__" } }],
    [
      "arguments that are not an object",
      { method: "tools/call", params: { name: "capture", arguments: [1] } },
    ],
  ])("The endpoint returns a protocol error for %s.", async (_what, message) => {
    const { key, accountId } = await seedAccount();
    const api = createApi(fakeRender());
    const answer = await api.post("/mcp", { jsonrpc: "2.0", id: 1, ...message }, mcp(key));
    // The response to older clients is a stream with one event.
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
