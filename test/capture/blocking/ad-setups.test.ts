// block_ads: removes requests, containers and empty slots of advertisements.
import { describe, expect, it } from "vitest";
import { HALF_SIZE, hostsOf, shoot } from "../../support/blocking-pages.ts";
import { type Colour, decodeImage, expectSameImage, hasColour } from "../../support/image.ts";
import { adSetups } from "../site/blocking/ad-setups.ts";
import { slugOf } from "../site/blocking/catalog.ts";

const AD: Colour = [255, 120, 0, 255];

describe.each(adSetups.map(({ name }) => ({ name, slug: slugOf(name) })))("$name", ({ slug }) => {
  it("The option removes the advertisement and its space, and no ad server receives a request.", async () => {
    const [{ file, requests }, cleanPage] = await Promise.all([
      shoot(`/ad/${slug}`, { full_page: true, block_ads: true }),
      shoot(`/without-ad/${slug}`, { full_page: true }),
    ]);

    expect(hostsOf(requests)).toEqual([]);
    await expectSameImage(file, cleanPage.file);
  });

  it("The advertisement is visible without the option.", async () => {
    // Chromium paints a cross-site frame only in the viewport, and shortly after the frame has loaded.
    const { file } = await shoot(`/ad/${slug}`, {
      ...HALF_SIZE,
      viewport_height: 2400,
      delay: 500,
    });

    expect(hasColour(await decodeImage(file), AD)).toBe(true);
  });
});
