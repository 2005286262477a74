// block_cookie_banners: removes banners that no list contains. The sweep finds them by their text.
import { describe, expect, it } from "vitest";
import { cleanPage, HALF_SIZE, shoot, hasAnswered } from "../../support/blocking-pages.ts";
import { type Colour, decodeImage, expectSameImage, hasColour } from "../../support/image.ts";
import { layoutOf, unknownSlug } from "../site/blocking/catalog.ts";
import {
  consentDialogs,
  DIALOGS_VIEWPORT,
  otherDialogs,
  pointOf,
} from "../site/blocking/dialogs.ts";
import { lateBannerKinds } from "../site/blocking/late-banners.ts";
import { surroundings } from "../site/blocking/surroundings.ts";
import { unknownBanners } from "../site/blocking/unknown-banners.ts";

const BANNER: Colour = [200, 0, 120, 255];
const CONTENT: Colour = [0, 90, 200, 255];
const SMALL = { viewport_width: 320, viewport_height: 320 };

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
    const { file } = await shoot(path, HALF_SIZE);

    expect(hasColour(await decodeImage(file), BANNER)).toBe(true);
  });
});

describe.each([["bar"], ["box"]])("dialogs in the shape of a %s", (shape) => {
  const shootDialogs = async (kind: "consent" | "other") => {
    const options = { ...DIALOGS_VIEWPORT, block_cookie_banners: true };
    const { file, requests } = await shoot(`/dialogs/${kind}?shape=${shape}`, options);
    const image = await decodeImage(file);
    const dialogs = kind === "consent" ? consentDialogs : otherDialogs;
    const isShown = (index: number) =>
      image.pixelAt(...pointOf(index, shape === "box")).join() === BANNER.join();
    const nameOf = (index: number) => `${dialogs[index]?.language} ${dialogs[index]?.name}`;
    const pressed = requests.flatMap((address) => /\/pressed-(\d+)$/.exec(address)?.[1] ?? []);
    return {
      shown: dialogs
        .map((_, index) => index)
        .filter(isShown)
        .map(nameOf),
      hidden: dialogs
        .map((_, index) => index)
        .filter((index) => !isShown(index))
        .map(nameOf),
      pressed: pressed.map((index) => nameOf(Number(index))),
    };
  };

  it("Dialogs that mention cookies or personal data stay, and the sweep presses none of their buttons.", async () => {
    expect(await shootDialogs("other")).toMatchObject({ hidden: [], pressed: [] });
  });

  // The sentence "We process personal data" alone is only a banner if it is a bar.
  const remaining =
    shape === "bar" ? [] : ["ru personal data in one sentence", "ru personal data with one button"];
  it("Consent banners with unusual texts are removed.", async () => {
    const { shown } = await shootDialogs("consent");

    expect(shown.toSorted()).toEqual(remaining);
  });
});

it("The option removes a banner from an application or a header and keeps everything else.", async () => {
  const options = { viewport_width: 320, viewport_height: 240, block_cookie_banners: true };
  const captures = surroundings.map(async ({ name }, index) => {
    const { file } = await shoot(`/surroundings/${index}`, options);
    const image = await decodeImage(file);
    return { name, banner: hasColour(image, BANNER), content: hasColour(image, CONTENT) };
  });

  const expected = surroundings.map(({ name }) => ({ name, banner: false, content: true }));
  expect(await Promise.all(captures)).toEqual(expected);
});

// Banners appear at different moments before, during and after the shot.
describe.each(lateBannerKinds.map((kind, index) => ({ kind, index })))(
  "late banners",
  ({ kind, index }) => {
    it(`The image never shows a banner that ${kind} within 300 ms after the load.`, async () => {
      const delays = [0, 40, 80, 130, 200].map((ms) => ms + index * 7);
      const path = (ms: number) => `/late-banner/${ms}?kind=${encodeURIComponent(kind)}`;
      const options = { ...SMALL, block_cookie_banners: true };
      const late = await Promise.all(
        delays.map(async (ms) => {
          const { file } = await shoot(path(ms), options);
          return hasColour(await decodeImage(file), BANNER) ? [ms] : [];
        }),
      );

      expect(late.flat()).toEqual([]);
    });
  },
);

it("The late banners are visible without the option.", async () => {
  const visible = lateBannerKinds.map(async (kind) => {
    const path = `/late-banner/0?kind=${encodeURIComponent(kind)}`;
    const { file } = await shoot(path, { ...SMALL, delay: 250 });
    return hasColour(await decodeImage(file), BANNER) ? [kind] : [];
  });

  expect((await Promise.all(visible)).flat()).toEqual(lateBannerKinds);
});
