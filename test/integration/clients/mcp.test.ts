// The tools of the MCP server, called by the client of the SDK.
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../src/contract/errors.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { callTool, connectMcp } from "../../support/mcp.ts";
import { failingRender, imageBytes, fakeRender } from "../../support/fake-render.ts";
import { usedCredits } from "../../support/records.ts";
import { seedScreenshot } from "../../support/screenshots.ts";

const url = "https://example.com/";

async function connect(render = fakeRender().render) {
  const { key, accountId } = await seedAccount();
  const api = createApi({ render });
  return { client: await connectMcp(api, { "X-API-Key": key }), api, accountId, key };
}

describe("MCP tools", () => {
  it("The server lists its tools with all options and their descriptions.", async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "capture",
      "capture_many",
      "list",
      "get",
      "compare",
      "list_monitors",
      "create_monitor",
      "usage",
    ]);
    for (const { description, inputSchema } of tools) {
      expect(description).toMatch(/\.$/);
      expect(inputSchema.type).toBe("object");
      // Some MCP clients reject `oneOf` at the root.
      expect(inputSchema).not.toHaveProperty("oneOf");
    }
    expect(tools[0]?.inputSchema.properties).toHaveProperty(
      "options.properties.viewport_width.maximum",
      5000,
    );
  });

  it("The capture tool returns an image of limited size.", async () => {
    const { render, requests } = fakeRender();
    const { client, api, accountId } = await connect(render);

    const { image, json } = await callTool(client, "capture", {
      url,
      options: { full_page: true },
    });

    expect(image).toMatchObject({ mimeType: "image/jpeg", data: imageBytes.toBase64() });
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

  it("The capture tool stores a PDF and does not return it.", async () => {
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

  it("A PDF that cannot be stored fails and is not charged.", async () => {
    const { key, accountId } = await seedAccount({ storageBytes: 10, storageUsedBytes: 10 });
    const client = await connectMcp(createApi(fakeRender()), { "X-API-Key": key });
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

  it("The tools queue a batch, list it, read a record and read the usage.", async () => {
    const { client, accountId } = await connect();
    const id = await seedScreenshot(accountId);
    const many = await callTool(client, "capture_many", { urls: [url, `${url}2`] });
    expect(many.json).toMatchObject({ success: true, count: 2, remainingCredits: 74_998 });
    const list = await callTool(client, "list", { batchId: many.json.batchId });
    expect(list.json.pagination.total).toBe(2);
    expect((await callTool(client, "get", { id })).json.data._id).toBe(id);
    expect((await callTool(client, "usage")).json.data.usage).toBe(2);
  });

  it("The tools create a monitor, list it and refuse to compare a screenshot that does not exist.", async () => {
    const { client } = await connect();
    const monitor = { name: "Prices", url, schedule: { every: "6h" } };
    const { json } = await callTool(client, "create_monitor", monitor);
    expect(json.data).toMatchObject({ ...monitor, state: "pending" });
    expect((await callTool(client, "list_monitors")).json.data).toEqual([json.data]);
    const ids = { before: "0".repeat(24), after: "0".repeat(24) };
    expect((await callTool(client, "compare", ids)).json.error.code).toBe("not_found");
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
  ])("The tool %s with the input %j returns the API error.", async (tool, input, code, details) => {
    const { client, accountId } = await connect();
    const { isError, json } = await callTool(client, tool, input);
    expect(isError).toBe(true);
    expect(json.error).toMatchObject({ code, ...(details && { details }) });
    expect(await usedCredits(accountId)).toBe(0);
  });

  it("A failed capture returns its reason, but no internal error.", async () => {
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

  it("The tools do not return screenshots of another account.", async () => {
    const { client } = await connect();
    const id = await seedScreenshot((await seedAccount()).accountId);
    expect((await callTool(client, "get", { id })).json.error.code).toBe("forbidden");
  });
});
