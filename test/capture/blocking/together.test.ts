// The block options with one another, with other options, and inside frames.
import { describe, expect, it } from "vitest";
import { BLOCK_EVERYTHING, cleanPage, shoot, wasSaid } from "../../support/blocking-pages.ts";
import { readPdf } from "../../support/pdf.ts";
import {
  type Colour,
  decodePicture,
  expectSamePicture,
  hasColour,
  type Picture,
} from "../../support/image.ts";

const BANNER: Colour = [200, 0, 120, 255];
const CHAT: Colour = [0, 200, 220, 255];
const AD: Colour = [255, 120, 0, 255];

describe("a page with a banner, a chat and an advertisement", () => {
  it("looks as if it had none of them when all three are blocked", async () => {
    const { file } = await shoot("/crowded", { full_page: true, ...BLOCK_EVERYTHING });

    await expectSamePicture(file, await cleanPage("news"));
  });

  it.each([
    ["block_ads", { banner: true, chat: true, ad: false }],
    ["block_cookie_banners", { banner: false, chat: true, ad: true }],
    ["block_chats", { banner: true, chat: false, ad: true }],
  ] as const)("loses only what %s names", async (option, left) => {
    const { file } = await shoot("/crowded", { [option]: true, viewport_height: 2400 });

    expect(whatIsLeft(await decodePicture(file))).toEqual(left);
  });

  it("gives an element as if nothing had covered it", async () => {
    const options = { selector: "article" };
    const [blocked, clean] = await Promise.all([
      shoot("/crowded", { ...options, ...BLOCK_EVERYTHING }),
      shoot("/clean/news", options),
    ]);

    await expectSamePicture(blocked.file, clean.file);
  });

  it("is drawn into a PDF as the page alone is", async () => {
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

it("what comes only while the page is scrolled through is gone, too", async () => {
  const { file, requests } = await shoot("/late", {
    full_page: true,
    full_page_scroll: true,
    ...BLOCK_EVERYTHING,
  });

  expect(requests.some((address) => address.endsWith("/own/consent-cookieyes.js"))).toBe(true);
  await expectSamePicture(file, await cleanPage("news"));
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
  ] as const)("a %s is gone, and there unless asked away (%s)", async (kind, path) => {
    const address = encodeURIComponent(`https://${host}${path}`);
    // A frame is painted where it is in view, and a little after it has loaded.
    const [blocked, plain] = await Promise.all([
      shoot(`/framing/?address=${address}`, { viewport_height: 2600, ...BLOCK_EVERYTHING }),
      shoot(`/framing/?address=${address}`, { viewport_height: 2600, delay: 500 }),
    ]);

    const nothing = { banner: false, chat: false, ad: false };
    expect(wasSaid("accepted", blocked.requests)).toBe(false);
    expect(whatIsLeft(await decodePicture(blocked.file))).toEqual(nothing);
    expect(whatIsLeft(await decodePicture(plain.file))).toEqual({ ...nothing, [kind]: true });
  });
});

describe.each([
  ["of the same site", "frame.site.example"],
  ["of another site", "frame.partner.example"],
])("a frame %s", (_, host) => {
  const address = encodeURIComponent(`https://${host}/plain-banner`);

  it("that stands over the page and shows a banner is gone without a trace", async () => {
    const [blocked, clean] = await Promise.all([
      shoot(`/overlaid/?address=${address}`, BLOCK_EVERYTHING),
      shoot("/clean/news", {}),
    ]);

    expect(wasSaid("accepted", blocked.requests)).toBe(false);
    await expectSamePicture(blocked.file, clean.file);
  });

  it("that is a part of the page stays", async () => {
    const options = { viewport_height: 2600, delay: 500 };
    const [blocked, plain] = await Promise.all([
      shoot(`/framing/?address=${address}`, { ...options, ...BLOCK_EVERYTHING }),
      shoot(`/framing/?address=${address}`, options),
    ]);

    await expectSamePicture(blocked.file, plain.file);
  });
});

function whatIsLeft(picture: Picture) {
  return {
    banner: hasColour(picture, BANNER),
    chat: hasColour(picture, CHAT),
    ad: hasColour(picture, AD),
  };
}
