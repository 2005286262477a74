// The block_* options together, with other options, and inside frames.
import { describe, expect, it } from "vitest";
import { BLOCK_EVERYTHING, cleanPage, shoot, hasAnswered } from "../../support/blocking-pages.ts";
import { readPdf } from "../../support/pdf.ts";
import {
  type Colour,
  decodeImage,
  expectSameImage,
  hasColour,
  type DecodedImage,
} from "../../support/image.ts";

const BANNER: Colour = [200, 0, 120, 255];
const CHAT: Colour = [0, 200, 220, 255];
const AD: Colour = [255, 120, 0, 255];

describe("a page with a banner, a chat and an advertisement", () => {
  it("All three options together remove every blocked element without a trace.", async () => {
    const { file } = await shoot("/crowded", { full_page: true, ...BLOCK_EVERYTHING });

    await expectSameImage(file, await cleanPage("news"));
  });

  it.each([
    ["block_ads", { banner: true, chat: true, ad: false }],
    ["block_cookie_banners", { banner: false, chat: true, ad: true }],
    ["block_chats", { banner: true, chat: false, ad: true }],
  ] as const)("%s alone removes only elements of its category.", async (option, remaining) => {
    const { file } = await shoot("/crowded", { [option]: true, viewport_height: 2400 });

    expect(findRemaining(await decodeImage(file))).toEqual(remaining);
  });

  it("A screenshot of an element does not show the blocked elements that covered it.", async () => {
    const options = { selector: "article" };
    const [blocked, clean] = await Promise.all([
      shoot("/crowded", { ...options, ...BLOCK_EVERYTHING }),
      shoot("/clean/news", options),
    ]);

    await expectSameImage(blocked.file, clean.file);
  });

  it("A PDF with blocking is identical to a PDF of the clean page.", async () => {
    const options = { format: "pdf" } as const;
    const [blocked, clean] = await Promise.all([
      shoot("/crowded", { ...options, ...BLOCK_EVERYTHING }),
      shoot("/clean/news", options),
    ]);

    const [found, expected] = [readPdf(blocked.file), readPdf(clean.file)];
    expect(found.pages).toEqual(expected.pages);
    expect(await found.drawing()).toBe(await expected.drawing());
  });
});

it("The options also remove elements that appear only while the page scrolls.", async () => {
  const { file, requests } = await shoot("/late", {
    full_page: true,
    full_page_scroll: true,
    ...BLOCK_EVERYTHING,
  });

  expect(requests.some((address) => address.endsWith("/own/consent-cookieyes.js"))).toBe(true);
  await expectSameImage(file, await cleanPage("news"));
});

describe.each([
  ["of the same site", "frame.site.example"],
  ["of another site", "frame.partner.example"],
])("inside a frame %s", (_, host) => {
  it.each([
    ["banner", "/consent/cookieyes?from=page"],
    ["banner", "/consent/onetrust?from=vendor"],
    ["chat", "/chat/crisp?from=page"],
    ["ad", "/ad/adsense"],
  ] as const)(
    "The options remove a blocked element of the category %s, which is visible without them (%s).",
    async (kind, path) => {
      const address = encodeURIComponent(`https://${host}${path}`);
      // Chromium paints a cross-site frame only in the viewport, and shortly after the frame has loaded.
      const [blocked, plain] = await Promise.all([
        shoot(`/framing/?address=${address}`, { viewport_height: 2600, ...BLOCK_EVERYTHING }),
        shoot(`/framing/?address=${address}`, { viewport_height: 2600, delay: 500 }),
      ]);

      const none = { banner: false, chat: false, ad: false };
      expect(hasAnswered("accepted", blocked.requests)).toBe(false);
      expect(findRemaining(await decodeImage(blocked.file))).toEqual(none);
      expect(findRemaining(await decodeImage(plain.file))).toEqual({ ...none, [kind]: true });
    },
  );
});

describe.each([
  ["of the same site", "frame.site.example"],
  ["of another site", "frame.partner.example"],
])("a frame %s", (_, host) => {
  const address = encodeURIComponent(`https://${host}/plain-banner`);

  it("A frame that covers the page and shows a banner is removed without a trace.", async () => {
    const [blocked, clean] = await Promise.all([
      shoot(`/overlaid/?address=${address}`, BLOCK_EVERYTHING),
      shoot("/clean/news", {}),
    ]);

    expect(hasAnswered("accepted", blocked.requests)).toBe(false);
    await expectSameImage(blocked.file, clean.file);
  });

  it("A frame that is part of the page is not removed.", async () => {
    const options = { viewport_height: 2600, delay: 500 };
    const [blocked, plain] = await Promise.all([
      shoot(`/framing/?address=${address}`, { ...options, ...BLOCK_EVERYTHING }),
      shoot(`/framing/?address=${address}`, options),
    ]);

    await expectSameImage(blocked.file, plain.file);
  });
});

function findRemaining(image: DecodedImage) {
  return {
    banner: hasColour(image, BANNER),
    chat: hasColour(image, CHAT),
    ad: hasColour(image, AD),
  };
}
