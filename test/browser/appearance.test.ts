// Every page in both color schemes at phone and desktop width: accessible and not wider than the window. A page loads once
// for all displays.
import { PNG } from "pngjs";
import { expect, it } from "vitest";
import { renderGuides } from "../../scripts/guides/page-assets.ts";
import { findDashboard } from "./support/dashboard.ts";
import { displays, useBrowser } from "./support/visitor.ts";

const visit = useBrowser();

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

const { operator } = await findDashboard();

it("Public pages are accessible and fit the window in every display.", async () => {
  await visit({}, async ({ open, inEveryDisplay, expectGoodPage }) => {
    for (const path of [...publicPages, ...guides]) {
      await open(path);
      await inEveryDisplay(expectGoodPage);
    }
  });
});

it("The header of public pages is one row in every display.", async () => {
  await visit({}, async ({ page, open, inEveryDisplay }) => {
    for (const path of ["/", "/docs", "/docs/quick-start", "/docs/api"]) {
      await open(path);
      const header = page.locator("header, .reference-bar").first();
      await inEveryDisplay(async (display) => {
        const box = await header.boundingBox();
        expect(box?.height, `${path} ${display}`).toBeLessThan(72);
      });
    }
  });
});

it.each(displays)(
  "In $scheme mode at $widthPx pixels, the navigation of public pages leads to the dashboard.",
  async ({ scheme, widthPx }) => {
    await visit({ scheme, widthPx }, async ({ page, open, expectGoodPage }) => {
      await open("/docs");
      if (widthPx < 600) {
        await page.getByRole("button", { name: "Menu" }).click();
        await expectGoodPage();
      }
      await page.getByRole("navigation", { name: "Service" }).getByText("Dashboard").click();
      await page.waitForURL(/\/sign-in/);
    });
  },
);

it("Pages of an account are accessible and fit the window in every display, empty and with data.", async () => {
  await visit({}, async ({ page, open, signUp, createKey, inEveryDisplay, expectGoodPage }) => {
    await signUp();
    for (const path of pages) {
      await open(path);
      await inEveryDisplay(expectGoodPage);
    }
    const key = await createKey();
    await inEveryDisplay(expectGoodPage);
    const url = `http://localhost:1/${"a-long-path/".repeat(10)}`;
    await page.request.post("/v1/capture", { headers: { "X-API-Key": key }, data: { url } });
    await open("/webhooks");
    await page.getByLabel("URL").fill(`https://example.com/${"a-long-path/".repeat(10)}`);
    await page.getByRole("button", { name: "Create webhook" }).click();
    await page.getByRole("heading", { level: 1, name: "Webhook created" }).waitFor();
    await open("/webhooks");
    await page.locator("td a").click();
    await page.getByRole("button", { name: "Send test event" }).waitFor();
    await inEveryDisplay(expectGoodPage);
    for (const path of pages) {
      await open(path);
      await inEveryDisplay(expectGoodPage);
    }
  });
});

it("The filled and empty parts of a meter have the same height in every display.", async () => {
  await visit({}, async ({ page, open, signUp, createKey, inEveryDisplay }) => {
    await signUp();
    const key = await createKey();
    for (let count = 0; count < 4; count++)
      await page.request.get("/v1/screenshots/usage", { headers: { "X-API-Key": key } });
    await open("/overview");
    await inEveryDisplay(async (display) => {
      const { data, width, height } = PNG.sync.read(
        await page.locator("meter").last().screenshot(),
      );
      const colorAt = (xPx: number, yPx: number) => data.readUIntBE((yPx * width + xPx) * 4, 3);
      const [filledPx, emptyPx] = [Math.round(width * 0.5), Math.round(width * 0.95)];
      expect(colorAt(filledPx, 1), display).not.toBe(colorAt(emptyPx, 1));
      expect(colorAt(filledPx, height - 2), display).toBe(colorAt(filledPx, 1));
    });
  });
});

it("Pages of operators are accessible and fit the window in every display.", async () => {
  await visit({}, async ({ page, open, signIn, inEveryDisplay, expectGoodPage }) => {
    await signIn(operator);
    await open("/accounts");
    await inEveryDisplay(expectGoodPage);
    await page.getByRole("link", { name: operator.email }).click();
    await page.waitForURL(/\/accounts\/./);
    await inEveryDisplay(expectGoodPage);
    await page.getByRole("button", { name: "Remove operator access" }).click();
    await page.getByRole("dialog").waitFor();
    await inEveryDisplay(expectGoodPage);
    await open("/accounts");
    await page.getByLabel("Account", { exact: true }).fill("acme");
    await page.getByLabel("Email", { exact: true }).fill(`${crypto.randomUUID()}@edgeshot.test`);
    await page.getByRole("button", { name: "Create invite" }).click();
    await page.locator("#link").waitFor();
    await inEveryDisplay(expectGoodPage);
    await open((await page.locator("#link").textContent()) ?? "");
    await inEveryDisplay(expectGoodPage);
  });
});
