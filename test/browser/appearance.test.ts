// Every page in both color schemes at phone and desktop width: accessible and not wider than the window.
import { PNG } from "pngjs";
import { describe, expect, inject, it } from "vitest";
import { renderGuides } from "../../scripts/guides/page-assets.ts";
import { useBrowser } from "./support/visitor.ts";

const visit = useBrowser();

const displays = (["light", "dark"] as const).flatMap((scheme) =>
  [390, 1280].map((widthPx) => ({ scheme, widthPx })),
);
const pages = [
  "/overview",
  "/screenshots",
  "/monitors",
  "/monitors/new",
  "/playground",
  "/keys",
  "/webhooks",
  "/account",
  "/account/delete",
];
const guides = renderGuides().map(({ slug }) => `/docs/${slug}`);
const publicPages = ["/", "/sign-in", "/sign-up", "/nowhere", "/docs", "/docs/search?q=batch"];

const { operator } = inject("dashboard");

describe.each(displays)("at $widthPx px, $scheme,", ({ scheme, widthPx }) => {
  it("Public pages are accessible and fit the window.", async () => {
    await visit({ scheme, widthPx }, async ({ open, expectGoodPage }) => {
      for (const path of [...publicPages, ...guides]) {
        await open(path);
        await expectGoodPage();
      }
    });
  });

  it("The header of public pages is one row.", async () => {
    await visit({ scheme, widthPx }, async ({ page, open, expectGoodPage }) => {
      for (const path of ["/", "/docs", "/docs/quick-start", "/docs/api"]) {
        await open(path);
        const bar = await page.locator("header, .reference-bar").first().boundingBox();
        expect(bar?.height, path).toBeLessThan(72);
      }
      await open("/docs");
      if (widthPx < 600) {
        await page.getByRole("button", { name: "Menu" }).click();
        await expectGoodPage();
      }
      await page.getByRole("navigation", { name: "Service" }).getByText("Dashboard").click();
      await page.waitForURL(/\/sign-in/);
    });
  });

  it("Pages of an account are accessible and fit the window, empty and with data.", async () => {
    await visit({ scheme, widthPx }, async ({ page, open, signUp, createKey, expectGoodPage }) => {
      await signUp();
      for (const path of pages) {
        await open(path);
        await expectGoodPage();
      }
      const key = await createKey();
      await expectGoodPage();
      const url = `http://localhost:1/${"a-long-path/".repeat(10)}`;
      await page.request.post("/v1/capture", { headers: { "X-API-Key": key }, data: { url } });
      await open("/webhooks");
      await page.getByLabel("URL").fill(`https://example.com/${"a-long-path/".repeat(10)}`);
      await page.getByRole("button", { name: "Create webhook" }).click();
      await page.getByRole("heading", { level: 1, name: "Webhook created" }).waitFor();
      await open("/webhooks");
      await page.locator("td a").click();
      await page.getByRole("button", { name: "Send test event" }).waitFor();
      await expectGoodPage();
      for (const path of pages) {
        await open(path);
        await expectGoodPage();
      }
    });
  });

  it("The filled and empty parts of a meter have the same height.", async () => {
    await visit({ scheme, widthPx }, async ({ page, open, signUp, createKey }) => {
      await signUp();
      const key = await createKey();
      for (let count = 0; count < 4; count++)
        await page.request.get("/v1/screenshots/usage", { headers: { "X-API-Key": key } });
      await open("/overview");
      const { data, width, height } = PNG.sync.read(
        await page.locator("meter").last().screenshot(),
      );
      const colorAt = (xPx: number, yPx: number) => data.readUIntBE((yPx * width + xPx) * 4, 3);
      const [filledPx, emptyPx] = [Math.round(width * 0.5), Math.round(width * 0.95)];
      expect(colorAt(filledPx, 1)).not.toBe(colorAt(emptyPx, 1));
      expect(colorAt(filledPx, height - 2)).toBe(colorAt(filledPx, 1));
    });
  });

  it("Pages of operators are accessible and fit the window.", async () => {
    await visit({ scheme, widthPx }, async ({ page, open, signIn, expectGoodPage }) => {
      await signIn(operator);
      await open("/accounts");
      await expectGoodPage();
      await page.getByRole("link", { name: operator.email }).click();
      await page.waitForURL(/\/accounts\/./);
      await expectGoodPage();
      await page.getByRole("button", { name: "Remove operator access" }).click();
      await page.getByRole("dialog").waitFor();
      await expectGoodPage();
      await open("/accounts");
      await page.getByLabel("Account", { exact: true }).fill("acme");
      await page.getByLabel("Email", { exact: true }).fill(`${crypto.randomUUID()}@edgeshot.test`);
      await page.getByRole("button", { name: "Create invite" }).click();
      await page.locator("#link").waitFor();
      await expectGoodPage();
      await open((await page.locator("#link").textContent()) ?? "");
      await expectGoodPage();
    });
  });
});
