// Images that a language model receives of a real page.
import { expect, inject, it } from "vitest";
import { readDimensions } from "../../src/capture/encode/dimensions.ts";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { callTool, connectMcp } from "../support/mcp.ts";

it.each([
  ["a viewport", {}, { widthPx: 1280, heightPx: 1024 }],
  ["a viewport with a scale factor", { device_scale_factor: 2 }, { widthPx: 1568, heightPx: 1254 }],
  [
    "a wide viewport",
    { viewport_width: 3136, viewport_height: 1000 },
    { widthPx: 1568, heightPx: 500 },
  ],
  ["a long page", { full_page: true, viewport_width: 400 }, { heightPx: 1568 }],
])("The image of %s has at most 1,568 pixels per side.", async (_what, options, size) => {
  const { key } = await seedAccount();
  const api = createApi();
  const client = await connectMcp(api, { "X-API-Key": key });
  const url = new URL("/bands.html", inject("site").origin).href;

  const { image, json } = await callTool(client, "capture", { url, options });

  expect(json).toHaveProperty("id");
  expect(readDimensions(Uint8Array.fromBase64(image?.data ?? ""))).toMatchObject(size);
  await api.settled();
});
