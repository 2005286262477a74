// The Model Context Protocol, asked by the SDK's own client.
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../src/contract/errors.ts";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { expectError } from "../support/expectations.ts";
import { callTool, connectMcp } from "../support/mcp.ts";
import { failingRender, picture, plantedRender } from "../support/planted-rendering.ts";
import { usedCredits } from "../support/records.ts";
import { seedScreenshot } from "../support/screenshots.ts";

const url = "https://example.com/";

async function connect(render = plantedRender().render) {
  const { key, accountId } = await seedAccount();
  const api = createApi({ render });
  return { client: await connectMcp(api, { "X-API-Key": key }), api, accountId, key };
}

describe("a model", () => {
  it("is told of the tools, with every option and what it means", async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "capture",
      "capture_many",
      "list",
      "get",
      "usage",
    ]);
    for (const { description, inputSchema } of tools) {
      expect(description).toMatch(/\.$/);
      expect(inputSchema.type).toBe("object");
      // Not every model's service takes conditions there.
      expect(inputSchema).not.toHaveProperty("oneOf");
    }
    expect(tools[0]?.inputSchema.properties).toHaveProperty(
      "options.properties.viewport_width.maximum",
      5000,
    );
  });

  it("captures and sees the picture, no longer than it can use", async () => {
    const { render, requests } = plantedRender();
    const { client, api, accountId } = await connect(render);

    const { image, json } = await callTool(client, "capture", {
      url,
      options: { full_page: true },
    });

    expect(image).toMatchObject({ mimeType: "image/jpeg", data: picture.toBase64() });
    expect(json).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      remainingCredits: 74_999,
      stored: true,
    });
    expect(requests).toMatchObject([
      { maxSidePx: 1568, options: { format: "jpeg", full_page: true } },
    ]);
    await api.settled();
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("is not shown a PDF, which is kept", async () => {
    const { client, api } = await connect();
    const { image, json } = await callTool(client, "capture", {
      html: "<p>Hi</p>",
      options: { format: "pdf" },
    });
    expect(image).toBeUndefined();
    await api.settled();
    const record = await callTool(client, "get", { id: json.id });
    expect(record.json.data.imageUrl).toMatch(/\.pdf$/);
  });

  it("is charged for no PDF that cannot be kept, because nobody would ever see it", async () => {
    const { key, accountId } = await seedAccount({ storageBytes: 10, storageUsedBytes: 10 });
    const client = await connectMcp(createApi(plantedRender()), { "X-API-Key": key });
    const { isError, json } = await callTool(client, "capture", {
      url,
      options: { format: "pdf" },
    });
    expect(isError).toBe(true);
    expect(json.error).toMatchObject({
      code: "usage_limit_exceeded",
      details: { resource: "storage" },
    });
    expect(await usedCredits(accountId)).toBe(0);
  });

  it("queues many, lists them, reads one, and what is used", async () => {
    const { client, accountId } = await connect();
    const id = await seedScreenshot(accountId);
    const many = await callTool(client, "capture_many", { urls: [url, `${url}2`] });
    expect(many.json).toMatchObject({ success: true, count: 2, remainingCredits: 74_998 });
    const list = await callTool(client, "list", { batchId: many.json.batchId });
    expect(list.json.pagination.total).toBe(2);
    expect((await callTool(client, "get", { id })).json.data._id).toBe(id);
    expect((await callTool(client, "usage")).json.data.usage).toBe(2);
  });

  it.each([
    ["capture", {}, "invalid_url", { url: "is required" }],
    [
      "capture",
      { url, options: { shiny: true } },
      "invalid_options",
      { "options.shiny": "is not a known option" },
    ],
    ["capture", { url: "http://10.0.0.1/" }, "url_not_allowed", { url: "http://10.0.0.1/" }],
    ["list", { limit: 1000 }, "invalid_options", { limit: expect.any(String) }],
    ["get", { id: "none" }, "not_found", undefined],
  ])("reads the service's own error from %s %j", async (tool, input, code, details) => {
    const { client, accountId } = await connect();
    const { isError, json } = await callTool(client, tool, input);
    expect(isError).toBe(true);
    expect(json.error).toMatchObject({ code, ...(details && { details }) });
    expect(await usedCredits(accountId)).toBe(0);
  });

  it("reads why a capture failed, and nothing of what went wrong inside", async () => {
    const failed = await connect(
      failingRender(new ServiceError("host_error", { details: { reason: "net::ERR" } })),
    );
    expect((await callTool(failed.client, "capture", { url })).json.error.details.reason).toBe(
      "net::ERR",
    );
    const broken = await connect(failingRender(new Error("secret")));
    const { json } = await callTool(broken.client, "capture", { url });
    expect(json.error).toEqual({
      code: "internal_error",
      message: expect.any(String),
      details: { requestId: expect.any(String) },
    });
  });

  it("sees another account's screenshots no more than its owner would", async () => {
    const { client } = await connect();
    const id = await seedScreenshot((await seedAccount()).accountId);
    expect((await callTool(client, "get", { id })).json.error.code).toBe("forbidden");
  });
});

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
    const api = createApi(plantedRender());
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
    const api = createApi(plantedRender());
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
