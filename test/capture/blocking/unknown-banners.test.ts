// block_cookie_banners: banners that no list knows, told by what they say.
import { describe, expect, it } from "vitest";
import { cleanPage, shoot, wasSaid } from "../../support/blocking-pages.ts";
import { type Colour, decodePicture, expectSamePicture, hasColour } from "../../support/image.ts";
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

  it("is gone without a trace, and nothing was accepted", async () => {
    const { file, requests } = await shoot(path, { full_page: true, block_cookie_banners: true });

    expect(wasSaid("accepted", requests)).toBe(false);
    await expectSamePicture(file, await cleanPage(layoutOf("unknown", slug)));
  });

  it("is there unless asked away", async () => {
    const { file } = await shoot(path, {});

    expect(hasColour(await decodePicture(file), BANNER)).toBe(true);
  });
});
