// block_ads, block_cookie_banners and block_chats: remove the elements of the best-known vendors.
import { describe, expect, it } from "vitest";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import { captureHtml, captureImage, fileOf } from "../support/capture.ts";
import { freshPath, hitsAt } from "../support/pages.ts";
import { decodeImage, expectColour, GREEN, RED } from "../support/image.ts";

const cases = [
  ["block_ads", '<ins class="adsbygoogle"></ins>', "ins"],
  ["block_cookie_banners", '<div id="onetrust-consent-sdk"></div>', "div"],
  ["block_chats", '<div class="crisp-client"></div>', "div"],
] as const;

describe.each(cases)("%s", (option, widget, tag) => {
  /** The page inserts a widget after its load. The widget covers the whole page. */
  const html = `<!doctype html><style>body { margin: 0; background: rgb(0, 128, 0); overflow: hidden }
    ${tag} { position: fixed; inset: 0; background: rgb(255, 0, 0) }</style>
    <script>addEventListener("load", () => { document.body.innerHTML = '${widget}' })</script>`;

  it("The option removes the widget from the screenshot.", async () => {
    expectColour(await capturePixels(html, { [option]: true }), [640, 500], GREEN);
  });

  it("The widget is visible without the option.", async () => {
    expectColour(await capturePixels(html, {}), [640, 500], RED);
  });
});

it("block_cookie_banners unlocks a page whose banner prevented scrolling.", async () => {
  const html = `<!doctype html><style>html, body { margin: 0; height: 100%; overflow: hidden }
    main { height: 3000px; background: rgb(0, 128, 0) } #onetrust-consent-sdk { position: fixed; inset: auto 0 0; height: 99px }
    </style><main></main><div id="onetrust-consent-sdk">Cookies</div>`;
  expect(await capturePixels(html, { full_page: true })).toMatchObject({ heightPx: 1024 });
  const unlocked = await capturePixels(html, { full_page: true, block_cookie_banners: true });

  expect(unlocked).toMatchObject({ heightPx: 3000 });
  expectColour(unlocked, [640, 2990], GREEN);
});

describe("a blocked script", () => {
  /** Loads the script, calls a function of it, and paints the page green if the call succeeds. */
  const scripts = (address: string) => `new Promise((resolve) => {
      const script = document.createElement("script");
      Object.assign(script, { src: "${address}", crossOrigin: "anonymous", onload: resolve, onerror: resolve });
      document.head.append(script);
    }).then(() => {
      fbq("track", "PageView");
      document.body.innerHTML = '<p style="position: fixed; inset: 0; background: green">';
    })`;

  it("The browser does not request a blocked script, and its functions can be called.", async () => {
    const address = `${freshPath()}/fbevents.js`;
    const options = { scripts: scripts(address), block_ads: true };

    expectColour(await captureImage("/bands.html", options), [640, 500], GREEN);
    expect((await hitsAt(address)).requests).toBe(0);
  });

  it("The browser requests the script if only another option is set.", async () => {
    const address = `${freshPath()}/fbevents.js`;
    await captureImage("/bands.html", { scripts: scripts(address), block_chats: true });

    expect((await hitsAt(address)).requests).toBe(1);
  });
});

async function capturePixels(html: string, options: CaptureOptionsInput) {
  return decodeImage(await fileOf(await captureHtml(html, options)));
}
