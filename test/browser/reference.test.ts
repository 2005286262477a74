// The API reference (/docs/api) in a browser: scrolling and a test request.
import { expect, it } from "vitest";
import { useBrowser } from "./support/visitor.ts";

const visit = useBrowser();

it.each([
  ["light", 1280],
  ["dark", 390],
] as const)(
  "In %s mode at %i pixels, the reference is accessible, shows content at every scroll position and sends a request with a key.",
  async (scheme, widthPx) => {
    await visit({ scheme, widthPx }, async ({ page, open, signUp, createKey, expectGoodPage }) => {
      await signUp();
      const key = await createKey();
      await open("/docs/api");
      await page.getByRole("heading", { name: "Capture a page", exact: true }).waitFor();
      await expectGoodPage();
      for (const part of [0.25, 0.5, 0.75, 1]) {
        await page.evaluate(
          (share) => window.scrollTo(0, document.body.scrollHeight * share),
          part,
        );
        await expect
          .poll(async () => (await page.evaluate(visibleText)).length, { timeout: 10_000 })
          .toBeGreaterThan(20);
      }

      await page.evaluate(() => window.scrollTo(0, 0));
      await page.locator("input[type=password], input[placeholder^=QUx]").first().fill(key);
      await page
        .getByRole("button", { name: /Test Request/ })
        .first()
        .click();
      const body = page.getByRole("dialog").locator(".cm-content").last();
      expect(JSON.parse(await body.innerText())).toHaveProperty("url");
      await body.click();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type('{"html":"<h1>Hello"}');
      const response = page.waitForResponse("**/v1/capture");
      await page.getByRole("button", { name: /^Send/ }).first().click();
      expect((await response).status()).toBe(200);
      const image = page.getByRole("dialog").locator("img[src^='blob:']");
      await image.waitFor();
      expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1280);
    });
  },
);

/** Returns text that is visible in the window. */
function visibleText(): string {
  const { innerWidth, innerHeight } = window;
  const points = [0.2, 0.4, 0.6, 0.8].map(
    (share) => [innerWidth / 2, innerHeight * share] as const,
  );
  return points.map(([x, y]) => document.elementFromPoint(x, y)?.textContent ?? "").join("");
}
