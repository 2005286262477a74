// OUTBOUND_GUARD=platform: the block_* options block requests with this setting, too.
import { describe, expect, it } from "vitest";
import type { CaptureOptionsInput } from "../../../src/contract/capture-options.ts";
import { BLOCK_EVERYTHING, hostsOf, shoot, hasAnswered } from "../../support/blocking-pages.ts";
import { expectSamePicture } from "../../support/image.ts";
import { layoutOf } from "../site/blocking/catalog.ts";

const shootWithPlatformGuard = (path: string, options: CaptureOptionsInput) =>
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
  it("The options remove it without a trace and do not accept consent.", async () => {
    const [{ file, requests }, clean] = await Promise.all([
      shootWithPlatformGuard(path, { full_page: true, ...BLOCK_EVERYTHING }),
      shootWithPlatformGuard(cleanPath, { full_page: true }),
    ]);

    expect(hasAnswered("accepted", requests)).toBe(false);
    await expectSamePicture(file, clean.file);
  });

  it("Its vendor receives requests only without the options.", async () => {
    const [blocked, plain] = await Promise.all([
      shootWithPlatformGuard(path, BLOCK_EVERYTHING),
      shootWithPlatformGuard(path, { delay: 300 }),
    ]);

    expect(hostsOf(plain.requests)).not.toEqual([]);
    expect(hostsOf(blocked.requests)).toEqual([]);
  });
});
