// /docs as a reader uses it: reads to the end, and tries a request with a key.
import { expect, it } from "vitest";
import { useBrowser } from "./support/visitor.ts";

const visit = useBrowser();

it.each([
  ["light", 1280],
  ["dark", 390],
] as const)(
  "in %s, %i pixels wide, is there wherever one scrolls, and sends a request with a key",
  async (scheme, widthPx) => {
    await visit({ scheme, widthPx }, async ({ page, open, signUp, createKey }) => {
      await signUp();
      const key = await createKey();
      await open("/docs");
      await page.getByRole("heading", { name: "Capture a page", exact: true }).waitFor();
      for (const part of [0.25, 0.5, 0.75, 1]) {
        await page.evaluate(
          (share) => window.scrollTo(0, document.body.scrollHeight * share),
          part,
        );
        await expect
          .poll(async () => (await page.evaluate(visibleText)).length)
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
      const answered = page.waitForResponse("**/v1/capture");
      await page.getByRole("button", { name: /^Send/ }).first().click();
      expect((await answered).status()).toBe(200);
      const picture = page.getByRole("dialog").locator("img[src^='blob:']");
      await picture.waitFor();
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
    });
  },
);

/** What stands inside the window. */
function visibleText(): string {
  const { innerWidth, innerHeight } = window;
  const points = [0.2, 0.4, 0.6, 0.8].map(
    (share) => [innerWidth / 2, innerHeight * share] as const,
  );
  return points.map(([x, y]) => document.elementFromPoint(x, y)?.textContent ?? "").join("");
}
