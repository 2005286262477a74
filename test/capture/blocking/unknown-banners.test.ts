// block_cookie_banners: removes banners that no list contains. The sweep finds them by their text.
import { describe, expect, it } from "vitest";
import { cleanPage, shoot, hasAnswered } from "../../support/blocking-pages.ts";
import { type Colour, decodeImage, expectSameImage, hasColour } from "../../support/image.ts";
import { layoutOf, unknownSlug } from "../site/blocking/catalog.ts";
import { unknownBanners } from "../site/blocking/unknown-banners.ts";

const BANNER: Colour = [200, 0, 120, 255];

const cases = unknownBanners.map(({ name, language }) => ({
  name,
  language,
  slug: unknownSlug({ name, language }),
}));

describe.each(cases)("$name, in $language", ({ slug }) => {
  const path = `/unknown/${slug}`;

  it("The option removes the banner without a trace and does not accept consent.", async () => {
    const { file, requests } = await shoot(path, { full_page: true, block_cookie_banners: true });

    expect(hasAnswered("accepted", requests)).toBe(false);
    await expectSameImage(file, await cleanPage(layoutOf("unknown", slug)));
  });

  it("The banner is visible without the option.", async () => {
    const { file } = await shoot(path, {});

    expect(hasColour(await decodeImage(file), BANNER)).toBe(true);
  });
});

it("The image never shows a banner that appears around the time of the shot.", async () => {
  const files = await Promise.all(
    [0, 20, 40, 60, 80, 100, 150, 200].map(async (ms) =>
      shoot(`/late-banner/${ms}`, { block_cookie_banners: true }),
    ),
  );

  for (const { file } of files) expect(hasColour(await decodeImage(file), BANNER)).toBe(false);
});
