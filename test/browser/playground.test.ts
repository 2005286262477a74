// The playground and the gallery in a browser: capture, code snippets, rename, download and delete.
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { findDashboard } from "./support/dashboard.ts";
import { useBrowser } from "./support/visitor.ts";

const { url } = await findDashboard();
const visit = useBrowser();

it("The playground captures a page, and its code snippets return the same image.", async () => {
  await visit({}, async ({ page, signUp, createKey, open, expectGoodPage }) => {
    await signUp();
    const key = await createKey();
    await open("/playground");
    await page.getByLabel("URL", { exact: true }).fill(`${url}/sign-in`);
    await page.getByLabel("format", { exact: true }).selectOption("jpeg");
    await page.getByText("Viewport", { exact: true }).click();
    await page.getByLabel("viewport_width").fill("640");
    await page.getByLabel("viewport_height").fill("480");
    await page.getByRole("button", { name: "Capture" }).first().click();

    await page.getByText("99 credits left").waitFor();
    await page.getByText("JPEG · 640 × 480").waitFor();
    const image = page.getByAltText(`Screenshot of ${url}/sign-in`);
    const widthPx = await image.evaluate(async (element: HTMLImageElement) => {
      await element.decode();
      return element.naturalWidth;
    });
    expect(widthPx).toBe(640);
    expect(await page.getByLabel("viewport_width").inputValue()).toBe("640");
    await expectGoodPage();

    const curl = (await page.locator("#code-curl").textContent()) ?? "";
    const printed = curl.replace("-o screenshot.jpg", "-o -");
    const env = { ...process.env, EDGESHOT_KEY: key };
    const file = execFileSync("sh", ["-c", printed], { env, maxBuffer: 10_000_000 });
    expect([...file.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);

    await page.getByText("GET link").click();
    const link = (await page.locator("#code-link").textContent()) ?? "";
    const answer = await fetch(link.replace("YOUR_API_KEY", key));
    expect([...new Uint8Array(await answer.arrayBuffer()).subarray(0, 3)]).toEqual([
      0xff, 0xd8, 0xff,
    ]);
  });
});

it("The code names invalid fields instead of showing an earlier request, and says when it cannot be updated.", async () => {
  await visit({ widthPx: 390 }, async ({ page, signUp, createKey, open, expectGoodPage }) => {
    await signUp();
    await createKey();
    await open("/playground");
    await page.getByRole("button", { name: "Phone" }).click();
    await page.waitForLoadState();
    expect(await page.getByLabel("viewport_width").inputValue()).toBe("390");
    expect(await page.getByText("Is required").count()).toBe(0);

    const code = page.locator("#code");
    const address = page.getByLabel("URL", { exact: true });
    await code.getByText("Enter a URL to see the request as code.").waitFor();
    await address.fill("https://example.com/live");
    await page.locator("#code-curl").getByText("/live").waitFor();
    await page.getByText("Python", { exact: true }).click();
    await page.getByLabel("viewport_width").fill("5");
    await code.getByRole("link", { name: "viewport_width" }).waitFor();
    expect(await page.locator("#code-curl").count()).toBe(0);
    await expectGoodPage();
    await page.getByLabel("viewport_width").fill("500");
    await page.locator("#code-python").getByText("500").waitFor();

    await page.route("**/playground/code", (route) => route.fulfill({ status: 429, body: "" }));
    await address.fill("https://example.com/later");
    await code.getByText("The code could not be updated").waitFor();
    await expectGoodPage();
  });
});

it("A second click on Create sends no second form.", async () => {
  await visit({}, async ({ page, signUp, open }) => {
    await signUp();
    await open("/keys");
    await page.getByLabel("Name").fill("laptop");
    let posts = 0;
    const clicked = Promise.withResolvers<void>();
    await page.route("**/keys", async (route) => {
      if (route.request().method() === "POST") posts += 1;
      await clicked.promise;
      await route.continue();
    });
    const create = page.getByRole("button", { name: "Create key" });
    await create.evaluate(async (button: HTMLButtonElement) => {
      button.click();
      await new Promise((resolve) => setTimeout(resolve, 100));
      button.click();
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    clicked.resolve();
    await page.getByRole("heading", { name: "API key created" }).waitFor();
    expect(posts).toBe(1);
    await page.goBack();
    expect(await create.isEnabled()).toBe(true);
  });
});

it("The result links to each field that has an error.", async () => {
  await visit({ widthPx: 390, scheme: "dark" }, async ({ page, signUp, open, expectGoodPage }) => {
    await signUp();
    await open("/playground");
    await page.getByText("Authentication and session").click();
    await page.getByLabel("cookies").fill("[{]");
    await page.getByLabel("URL", { exact: true }).fill("http://10.0.0.1/");
    await page.getByRole("button", { name: "Capture" }).first().click();

    await page.getByRole("link", { name: "cookies" }).click();
    expect(await page.getByLabel("cookies").inputValue()).toBe("[{]");
    await expectGoodPage();
    await page.getByLabel("cookies").fill("");
    await page.getByRole("button", { name: "Capture" }).last().click();
    await page.locator("#url-fault").getByText("private").waitFor();
    await expectGoodPage();
  });
});

it("A number field reports text that is not a number, and nothing is captured.", async () => {
  await visit({ widthPx: 390 }, async ({ page, signUp, open, expectGoodPage }) => {
    await signUp();
    await open("/playground");
    await page.getByLabel("URL", { exact: true }).fill(`${url}/sign-in`);
    await page.getByLabel("format", { exact: true }).selectOption("jpeg");
    const quality = page.getByLabel("image_quality");
    await quality.pressSequentially("8-0");
    await page.locator("#code").getByRole("link", { name: "image_quality" }).waitFor();
    await page.getByRole("button", { name: "Capture" }).first().click();
    await page.getByText("The form has errors. Nothing was captured.").waitFor();
    await page.locator("#image_quality-fault").getByText("Must be an integer").waitFor();
    expect(await quality.inputValue()).toBe("8-0");
    await expectGoodPage();

    await open("/monitors/new");
    await page.getByLabel("Name", { exact: true }).fill("Prices");
    await page.getByLabel("URL", { exact: true }).fill(`${url}/sign-in`);
    await page.getByLabel("Smallest change").pressSequentially("0..1");
    await page.locator('[id="ignore.0.x"]').pressSequentially("1-0");
    await page.getByRole("button", { name: "Create monitor" }).click();
    await page.locator("#minRatio-fault").waitFor();
    await page.locator('[id="ignore.0.x-fault"]').waitFor();
    await expectGoodPage();
  });
});

it("The frame of a small image has the width of the image.", async () => {
  await visit({}, async ({ page, signUp, createKey, open }) => {
    await signUp();
    const key = await createKey();
    await page.request.post("/v1/capture", {
      headers: { "X-API-Key": key },
      data: { html: "<h1>Hi</h1>", options: { viewport_width: 200, viewport_height: 100 } },
    });
    await open("/screenshots");
    await page.locator(".shot > a").click();
    const frame = page.locator(".preview .canvas");
    await frame.waitFor();
    expect(await frame.evaluate((element) => element.clientWidth)).toBe(200);
  });
});

it("The gallery filters by the days of the user's time zone.", async () => {
  // 14 hours after UTC.
  await visit({ timeZone: "Pacific/Kiritimati" }, async ({ page, signUp, open }) => {
    await signUp();
    const dateAt = (offsetHours: number) =>
      new Date(Date.now() + offsetHours * 3_600_000).toISOString().slice(0, 10);
    const days = [dateAt(14)];
    await page.context().clearCookies({ name: "edgeshot-time-zone" });
    // The first response has no time zone yet, so the page loads itself again.
    await open("/screenshots");
    await page.getByLabel("From", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Today" }).click();
    await page.locator(".presets [aria-current]").waitFor();
    days.push(dateAt(14));
    expect(days).toContain(await page.getByLabel("From", { exact: true }).inputValue());
  });
});

it("The filter finds options by words and synonyms, and says when none matches.", async () => {
  await visit({}, async ({ page, signUp, open, expectGoodPage }) => {
    await signUp();
    await open("/playground");
    const filter = page.getByLabel("Find an option");
    const shown = () =>
      page
        .locator(".controls > :not([hidden]) label:visible, .controls legend:visible")
        .allTextContents();
    for (const [text, name] of [
      ["full page", "full_page"],
      ["Full-Page", "full_page"],
      ["fullpage", "full_page"],
      ["retina", "device_scale_factor"],
      ["crop", "clip"],
      ["cookie banner", "block_cookie_banners"],
      ["paper PDF", "pdf_paper"],
    ] as const) {
      await filter.fill(text);
      expect(await shown(), text).toContain(name);
    }
    expect(await shown()).not.toContain("full_page");
    await page.getByText(/^\d+ options? found\.$/).waitFor();
    await filter.fill("zebra");
    await page.getByText("No option matches.").waitFor();
    expect(await shown()).toEqual([]);
    await expectGoodPage();
    await filter.fill("");
    expect(await shown()).toContain("full_page");
    expect(await page.getByText("No option matches.").count()).toBe(0);
  });
});

it("The Enter key in the filter of options captures nothing.", async () => {
  await visit({}, async ({ page, signUp, open }) => {
    await signUp();
    await open("/playground");
    await page.getByLabel("URL", { exact: true }).fill(`${url}/sign-in`);
    const posts: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
    });
    const filter = page.getByLabel("Find an option");
    await filter.fill("clip");
    await filter.press("Enter");
    await page.getByRole("link", { name: "Reset" }).click();
    await page.waitForURL(`${url}/playground`);
    // Only the live code may be requested.
    expect(posts).not.toContain("/playground");
  });
});

it("Elements that need the script are hidden without it.", async () => {
  await visit({}, async ({ page, signUp, createKey, open }) => {
    await signUp();
    const key = await createKey();
    await page.request.post("/v1/capture", {
      headers: { "X-API-Key": key },
      data: { url: "http://localhost:1/" },
    });
    await open("/screenshots");
    const display = await page.locator("[data-select-all]").evaluate((button: HTMLElement) => {
      // As before the script runs.
      button.hidden = true;
      return getComputedStyle(button).display;
    });
    expect(display).toBe("none");
  });
});

it("A user can open, rename, download and delete a screenshot with the keyboard.", async () => {
  await visit({}, async ({ page, signUp, open, openGallery, expectGoodPage }) => {
    await signUp();
    await open("/playground");
    await page.getByLabel("URL", { exact: true }).fill(`${url}/`);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Details" }).waitFor();

    await openGallery();
    const card = page.locator(".shot a");
    await expectGoodPage();

    await reachAndPress(page, card, "Enter");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectGoodPage();
    const name = page.getByLabel("Screenshot name");
    await name.focus();
    await page.keyboard.type("Start page");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Start page" }).waitFor();

    const download = page.waitForEvent("download");
    await reachAndPress(page, page.getByRole("link", { name: "Download" }), "Enter");
    expect((await download).suggestedFilename()).toBe("Start page.png");

    await reachAndPress(page, page.getByRole("button", { name: "Delete" }), "Enter");
    const question = page.getByRole("dialog", { name: "Delete this screenshot?" });
    await question.waitFor();
    await expectGoodPage();
    await reachAndPress(page, question.getByRole("button", { name: "Delete" }), "Enter");
    await page.getByText("Screenshot deleted.").waitFor();
    await page.getByText("No screenshots yet").waitFor();
  });
});

type Page = Parameters<Parameters<typeof visit>[1]>[0]["page"];

/** Presses Tab until `target` has the focus, then presses `key`. */
async function reachAndPress(page: Page, target: ReturnType<Page["locator"]>, key: string) {
  for (let tabs = 0; tabs < 60; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await page.keyboard.press(key);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error("The Tab key does not reach the target.");
}
