// Rules that cannot be applied have no effect, and all other rules still apply.
import { FiltersEngine } from "@ghostery/adblocker";
import { afterAll, beforeAll, expect, it } from "vitest";
import { captureHtml, fileOf } from "../../support/capture.ts";
import { decodeImage, expectColour, GREEN } from "../../support/image.ts";
import { fakeAssets } from "../../support/fake-assets.ts";

/** Rules with extended syntax must name a site. html.invalid is the host of captured HTML. */
const RULES = [
  "html.invalid##p:has-text(/(/)",
  "html.invalid##p:matches-path(/[/)",
  "html.invalid##.a:upward(99999999)",
  "html.invalid##:no-such-thing(x)",
  "##p:has(:is())",
  "##div[class^=)",
  '##[onclick*="(function(){a, b})()"]',
  "/(((/$script",
  "##.widget",
  "html.invalid##section:has-text(widget)",
];

let assets: ReturnType<typeof fakeAssets>;

beforeAll(() => {
  const list = FiltersEngine.parse(RULES.join("\n"), { loadExtendedSelectors: true }).serialize();
  assets = fakeAssets({ "chats.bin": list });
});
afterAll(() => assets.restore());

it("A rule that throws does not stop the other rules.", async () => {
  const html = `<!doctype html><style>body { margin: 0; background: rgb(0, 128, 0) }
    .widget, section, i { position: fixed; inset: 0; background: red }</style>
    <p class="a">Text</p><div class="widget"></div><section>A widget</section>
    <i onclick="(function(){a, b})()"></i>`;
  const file = await fileOf(await captureHtml(html, { block_chats: true }));

  expectColour(await decodeImage(file), [640, 500], GREEN);
});

it("A request rule that throws does not fail the capture.", async () => {
  const html = `<!doctype html><body style="background: rgb(0, 128, 0)"><script src="https://missing.invalid/a.js"></script>`;
  const response = await captureHtml(html, { block_chats: true });

  expect(response.status).toBe(200);
});
