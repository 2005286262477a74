// The images of a real page that a language model receives.
import { expect, inject, it } from "vitest";
import { readDimensions } from "../../src/capture/encode/dimensions.ts";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { callTool, connectMcp } from "../support/mcp.ts";

it.each([
  ["a viewport", {}, { widthPx: 1280, heightPx: 1024 }],
  ["a viewport with a scale factor", { device_scale_factor: 2 }, { widthPx: 2560, heightPx: 2048 }],
  ["a long page", { full_page: true, viewport_width: 400 }, { widthPx: 400, heightPx: 8000 }],
])("The image of %s has the size of the stored image.", async (_what, options, size) => {
  const { key } = await seedAccount();
  const api = createApi();
  const client = await connectMcp(api, { "X-API-Key": key });
  const url = new URL("/bands.html", inject("site").origin).href;

  const { image, json } = await callTool(client, "capture", { url, options });

  expect(json).toHaveProperty("id");
  expect(readDimensions(Uint8Array.fromBase64(image?.data ?? ""))).toMatchObject(size);
  await api.settled();
});
