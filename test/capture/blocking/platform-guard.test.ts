// OUTBOUND_GUARD=platform: requests are blocked there, too, and only where something is to be blocked.
import { describe, expect, it } from "vitest";
import type { CaptureOptionsInput } from "../../../src/contract/capture-options.ts";
import { BLOCK_EVERYTHING, hostsOf, shoot, wasSaid } from "../../support/blocking-pages.ts";
import { expectSamePicture } from "../../support/image.ts";
import { layoutOf } from "../site/blocking/catalog.ts";

const shootSo = (path: string, options: CaptureOptionsInput) =>
  shoot(path, options, { vars: { OUTBOUND_GUARD: "platform" } });

describe.each([
  [
    "a consent platform",
    "/consent/onetrust?from=vendor",
    `/clean/${layoutOf("consent", "onetrust")}`,
  ],
  [
    "a consent platform in a frame",
    "/consent/sourcepoint?from=vendor",
    `/clean/${layoutOf("consent", "sourcepoint")}`,
  ],
  ["a chat", "/chat/intercom?from=vendor", `/clean/${layoutOf("chat", "intercom")}`],
  ["an advertisement", "/ad/adsense", "/without-ad/adsense"],
])("%s", (_, path, cleanPath) => {
  it("is gone without a trace", async () => {
    const [{ file, requests }, clean] = await Promise.all([
      shootSo(path, { full_page: true, ...BLOCK_EVERYTHING }),
      shootSo(cleanPath, { full_page: true }),
    ]);

    expect(wasSaid("accepted", requests)).toBe(false);
    await expectSamePicture(file, clean.file);
  });

  it("asks its vendor only where it is not blocked", async () => {
    const [blocked, plain] = await Promise.all([
      shootSo(path, BLOCK_EVERYTHING),
      shootSo(path, { delay: 300 }),
    ]);

    expect(hostsOf(plain.requests)).not.toEqual([]);
    expect(hostsOf(blocked.requests)).toEqual([]);
  });
});
