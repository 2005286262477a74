// The tools of the MCP server, called by the client of the SDK.
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../src/contract/errors.ts";
import type { Context } from "../../../src/domain/context.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { callTool, connectMcp } from "../../support/mcp.ts";
import { failingRender, imageBytes, fakeRender } from "../../support/fake-render.ts";
import { seedPair } from "../../support/png-screenshots.ts";
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
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ["edgeshot_capture", false],
      ["edgeshot_capture_many", false],
      ["edgeshot_list", true],
      ["edgeshot_get", true],
      ["edgeshot_delete", false],
      ["edgeshot_compare", false],
      ["edgeshot_list_monitors", true],
      ["edgeshot_create_monitor", false],
      ["edgeshot_usage", true],
    ]);
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      expect(title, name).toMatch(/^[A-Z]/);
      expect(description).toMatch(/\.$/);
      expect(inputSchema.type).toBe("object");
      expect(outputSchema?.type).toBe("object");
      expect(annotations?.destructiveHint).toBe(name === "edgeshot_delete");
      // Some MCP clients reject `oneOf` at the root.
      expect(inputSchema).not.toHaveProperty("oneOf");
    }
    expect(client.getInstructions()).toContain("edgeshot_capture");
    const [one, many] = tools.map(({ inputSchema }) => inputSchema.properties?.["options"]);
    expect(one).toMatchObject({
      properties: { viewport_width: { maximum: 5000 }, format: { default: "jpeg" } },
    });
    expect(many).toMatchObject({ properties: { format: { default: "png" } } });
  });

  it("The capture tool stores the image in full size, returns it, and links to it.", async () => {
    const page = { title: "Home", url };
    const { render, requests } = fakeRender({ page });
    const { client, api, accountId, key } = await connect(render);

    const { image, json, link, structured } = await callTool(client, "edgeshot_capture", {
      url,
      options: { full_page: true },
    });

    expect(image).toMatchObject({ mimeType: "image/jpeg", data: imageBytes.toBase64() });
    expect(json).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      remainingCredits: 74_999,
      stored: true,
      imageUrl: expect.stringMatching(/\.jpg$/),
      width: 1280,
      height: 1024,
      page,
    });
    expect(structured).toEqual(json);
    expect(link).toMatchObject({ uri: json.imageUrl, mimeType: "image/jpeg" });
    expect(requests).toMatchObject([{ options: { format: "jpeg", full_page: true } }]);
    await api.settled();
    expect(await usedCredits(accountId)).toBe(1);
    const record = await (await api.get(`/v1/screenshots/${json.id}`, { key })).json();
    expect(record).toMatchObject({ data: { imageUrl: json.imageUrl } });
  });

  it("A tall image is returned with its size and a suggestion, and a huge image is returned only as a link.", async () => {
    const tall = await connect(fakeRender({ heightPx: 4000 }).render);
    const readable = await callTool(tall.client, "edgeshot_capture", { url });
    expect(readable.image).toBeDefined();
    expect(readable.json).toMatchObject({
      height: 4000,
      hint: expect.stringContaining("options.clip"),
    });

    const huge = await connect(fakeRender({ heightPx: 9000 }).render);
    const stored = await callTool(huge.client, "edgeshot_capture", { url });
    expect(stored.image).toBeUndefined();
    expect(stored.json).toMatchObject({ height: 9000, hint: expect.stringContaining("too large") });
    expect(stored.link?.uri).toBe(stored.json.imageUrl);
  });

  it.each([1, 1.5, 2, 3])(
    "With the scale factor %d, a capture of the suggested part has no suggestion.",
    async (device_scale_factor) => {
      const { client } = await connect(renderPage(1280, 4000));
      const options = { device_scale_factor };
      const whole = await callTool(client, "edgeshot_capture", { url, options });
      const hint = String(whole.json.hint);
      expect(hint).toContain(device_scale_factor === 1 ? "increase y" : "increase x and y");

      const clip: unknown = JSON.parse(/\{.*?\}/.exec(hint)?.[0] ?? "");
      const part = await callTool(client, "edgeshot_capture", {
        url,
        options: { ...options, clip },
      });
      expect(part.json).not.toHaveProperty("hint");
      expect(part.json.height).toBeGreaterThan(1500);
    },
  );

  it("The part that is suggested for a tall clip starts at this clip.", async () => {
    const { client } = await connect(renderPage(1280, 9000));
    const clip = { x: 100, y: 2000, width: 800, height: 4000 };
    const { json } = await callTool(client, "edgeshot_capture", { url, options: { clip } });
    expect(json.hint).toContain(JSON.stringify({ ...clip, height: 1568 }));
  });

  /** Renders an image with the size that a page of this size in CSS pixels would have. */
  function renderPage(width: number, height: number): Context["render"] {
    return (...request) => {
      const { clip, device_scale_factor: scale } = request[0].options;
      const size = clip ?? { width, height };
      const [widthPx, heightPx] = [Math.ceil(size.width * scale), Math.ceil(size.height * scale)];
      return fakeRender({ widthPx, heightPx }).render(...request);
    };
  }

  it("With full storage, the capture tool still returns the image.", async () => {
    const { key, accountId } = await seedAccount({ storageBytes: 10, storageUsedBytes: 10 });
    const api = createApi(fakeRender());
    const client = await connectMcp(api, { "X-API-Key": key });
    const { image, json, link } = await callTool(client, "edgeshot_capture", { url });
    expect(image).toBeDefined();
    expect(json).toMatchObject({ stored: false });
    expect(link).toBeUndefined();
    await api.settled();
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("The delete tool deletes a screenshot, and former names of tools still work.", async () => {
    const { client, accountId } = await connect();
    const id = await seedScreenshot(accountId);
    expect((await callTool(client, "get", { id })).json.data._id).toBe(id);
    const deleted = await callTool(client, "edgeshot_delete", { id });
    expect(deleted.json.data).toMatchObject({ _id: id, isDeleted: true });
    expect((await callTool(client, "get", { id })).json.error.code).toBe("not_found");
  });

  it("The compare tool compares two screenshots and links to the diff image.", async () => {
    const { client, accountId } = await connect();
    const { json, link } = await callTool(client, "edgeshot_compare", await seedPair(accountId));
    expect(json.data.changed).toBe(true);
    expect(link).toMatchObject({ uri: json.data.diffUrl, mimeType: "image/png" });
  });

  it("The capture tool stores a PDF and does not return it.", async () => {
    const { client, api } = await connect();
    const { image, json } = await callTool(client, "edgeshot_capture", {
      html: "<p>Hi</p>",
      options: { format: "pdf" },
    });
    expect(image).toBeUndefined();
    await api.settled();
    const record = await callTool(client, "edgeshot_get", { id: json.id });
    expect(record.json.data.imageUrl).toMatch(/\.pdf$/);
  });

  it("A PDF that cannot be stored fails and is not charged.", async () => {
    const { key, accountId } = await seedAccount({ storageBytes: 10, storageUsedBytes: 10 });
    const client = await connectMcp(createApi(fakeRender()), { "X-API-Key": key });
    const { isError, json } = await callTool(client, "edgeshot_capture", {
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
    const many = await callTool(client, "edgeshot_capture_many", { urls: [url, `${url}2`] });
    expect(many.json).toMatchObject({ success: true, count: 2, remainingCredits: 74_998 });
    const list = await callTool(client, "edgeshot_list", { batchId: many.json.batchId });
    expect(list.json.pagination.total).toBe(2);
    expect((await callTool(client, "edgeshot_get", { id })).json.data._id).toBe(id);
    expect((await callTool(client, "edgeshot_usage")).json.data.usage).toBe(2);
  });

  it("The tools create a monitor, list it and refuse to compare a screenshot that does not exist.", async () => {
    const { client } = await connect();
    const monitor = { name: "Prices", url, schedule: { every: "6h" } };
    const { json } = await callTool(client, "edgeshot_create_monitor", monitor);
    expect(json.data).toMatchObject({ ...monitor, state: "pending" });
    expect((await callTool(client, "edgeshot_list_monitors")).json.data).toEqual([json.data]);
    const ids = { before: "0".repeat(24), after: "0".repeat(24) };
    expect((await callTool(client, "compare", ids)).json.error.code).toBe("not_found");
  });

  it.each([
    ["edgeshot_capture", {}, "invalid_url", { url: "is required" }],
    [
      "edgeshot_capture",
      { url, options: { shiny: true } },
      "invalid_options",
      { "options.shiny": "is not a known option" },
    ],
    [
      "edgeshot_capture",
      { url: "http://10.0.0.1/" },
      "url_not_allowed",
      { url: "http://10.0.0.1/" },
    ],
    ["edgeshot_list", { limit: 1000 }, "invalid_options", { limit: expect.any(String) }],
    ["edgeshot_get", { id: "none" }, "not_found", undefined],
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
    expect(
      (await callTool(failed.client, "edgeshot_capture", { url })).json.error.details.reason,
    ).toBe("net::ERR");
    const broken = await connect(failingRender(new Error("secret")));
    const { json } = await callTool(broken.client, "edgeshot_capture", { url });
    expect(json.error).toEqual({
      code: "internal_error",
      message: expect.any(String),
      details: { requestId: expect.any(String) },
    });
  });

  it("The tools do not return screenshots of another account.", async () => {
    const { client } = await connect();
    const id = await seedScreenshot((await seedAccount()).accountId);
    expect((await callTool(client, "edgeshot_get", { id })).json.error.code).toBe("forbidden");
  });
});
