// Rules that cannot be applied: they do nothing, and the rules beside them do what they should.
import { FiltersEngine } from "@ghostery/adblocker";
import { afterAll, beforeAll, expect, it } from "vitest";
import { captureHtml, fileOf } from "../../support/capture.ts";
import { decodePicture, expectColour, GREEN } from "../../support/image.ts";
import { fakeAssets } from "../../support/fake-assets.ts";

/** Those beyond CSS must name a site: this is where HTML that is sent along stands. */
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

let planted: ReturnType<typeof fakeAssets>;

beforeAll(() => {
  const list = FiltersEngine.parse(RULES.join("\n"), { loadExtendedSelectors: true }).serialize();
  planted = fakeAssets({ "chats.bin": list });
});
afterAll(() => planted.restore());

it("a rule that throws costs nothing but itself", async () => {
  const html = `<!doctype html><style>body { margin: 0; background: rgb(0, 128, 0) }
    .widget, section, i { position: fixed; inset: 0; background: red }</style>
    <p class="a">Text</p><div class="widget"></div><section>A widget</section>
    <i onclick="(function(){a, b})()"></i>`;
  const file = await fileOf(await captureHtml(html, { block_chats: true }));

  expectColour(await decodePicture(file), [640, 500], GREEN);
});

it("so does one that is asked of every request", async () => {
  const html = `<!doctype html><body style="background: rgb(0, 128, 0)"><script src="https://missing.invalid/a.js"></script>`;
  const answer = await captureHtml(html, { block_chats: true });

  expect(answer.status).toBe(200);
});
