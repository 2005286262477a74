// block_cookie_banners: consent platforms that the lists know, from the vendor's host and from the page's own.
import { describe, expect, it } from "vitest";
import { cleanPage, shoot, wasSaid } from "../../support/blocking-pages.ts";
import { type Colour, decodePicture, expectSamePicture, hasColour } from "../../support/image.ts";
import { layoutOf, slugOf } from "../site/blocking/catalog.ts";
import { consentPlatforms } from "../site/blocking/consent-platforms.ts";

const BANNER: Colour = [200, 0, 120, 255];

const cases = consentPlatforms.flatMap(({ name, script }) => {
  const hosts = script === undefined ? (["page"] as const) : (["vendor", "page"] as const);
  return hosts.map((host) => ({ name, host, slug: slugOf(name) }));
});

describe.each(cases)("$name, served by the $host", ({ host, slug }) => {
  const path = `/consent/${slug}?from=${host}`;

  it("is gone without a trace, and nothing was accepted", async () => {
    const { file, requests } = await shoot(path, { full_page: true, block_cookie_banners: true });

    expect(wasSaid("accepted", requests)).toBe(false);
    await expectSamePicture(file, await cleanPage(layoutOf("consent", slug)));
  });

  it("is there unless asked away", async () => {
    const { file } = await shoot(path, {});

    expect(hasColour(await decodePicture(file), BANNER)).toBe(true);
  });
});
