// block_cookie_banners: removes known consent platforms, served by the vendor's host or by the page's own host.
import { describe, expect, it } from "vitest";
import { cleanPage, HALF_SIZE, shoot, hasAnswered } from "../../support/blocking-pages.ts";
import { type Colour, decodeImage, expectSameImage, hasColour } from "../../support/image.ts";
import { layoutOf, slugOf } from "../site/blocking/catalog.ts";
import { consentPlatforms } from "../site/blocking/consent-platforms.ts";

const BANNER: Colour = [200, 0, 120, 255];

const cases = consentPlatforms.flatMap(({ name, script }) => {
  const hosts = script === undefined ? (["page"] as const) : (["vendor", "page"] as const);
  return hosts.map((host) => ({ name, host, slug: slugOf(name) }));
});

describe.each(cases)("$name, served by the $host", ({ host, slug }) => {
  const path = `/consent/${slug}?from=${host}`;

  it("The option removes the banner without a trace and does not accept consent.", async () => {
    const { file, requests } = await shoot(path, { full_page: true, block_cookie_banners: true });

    expect(hasAnswered("accepted", requests)).toBe(false);
    await expectSameImage(file, await cleanPage(layoutOf("consent", slug)));
  });

  it("The banner is visible without the option.", async () => {
    const { file } = await shoot(path, HALF_SIZE);

    expect(hasColour(await decodeImage(file), BANNER)).toBe(true);
  });
});
