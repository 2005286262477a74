// block_ads, block_cookie_banners and block_chats: what the best-known vendors put into a page goes.
import { describe, expect, it } from "vitest";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import { captureHtml, fileOf } from "../support/capture.ts";
import { decodePicture, expectColour, GREEN, RED } from "../support/picture.ts";

const cases = [
  ["block_ads", '<ins class="adsbygoogle"></ins>', "ins"],
  ["block_cookie_banners", '<div id="onetrust-consent-sdk"></div>', "div"],
  ["block_chats", '<div class="crisp-client"></div>', "div"],
] as const;

describe.each(cases)("%s", (option, widget, tag) => {
  /** A widget that covers the page, as late and as stubborn as they come. */
  const html = `<!doctype html><style>body { margin: 0; background: rgb(0, 128, 0); overflow: hidden }
    ${tag} { position: fixed; inset: 0; background: rgb(255, 0, 0) }</style>
    <script>addEventListener("load", () => { document.body.innerHTML = '${widget}' })</script>`;

  it("takes the widget out of the picture", async () => {
    expectColour(await picture(html, { [option]: true }), [640, 500], GREEN);
  });

  it("leaves it there unless asked", async () => {
    expectColour(await picture(html, {}), [640, 500], RED);
  });
});

it("lets a page scroll again that its banner had locked", async () => {
  const html = `<!doctype html><style>html, body { margin: 0; height: 100%; overflow: hidden }
    main { height: 3000px; background: rgb(0, 128, 0) }</style><main></main>`;
  const options = { full_page: true, block_cookie_banners: true };
  const { heightPx } = await picture(html, options);

  expect(heightPx).toBe(3000);
});

async function picture(html: string, options: CaptureOptionsInput) {
  return decodePicture(await fileOf(await captureHtml(html, options)));
}
