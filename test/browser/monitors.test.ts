// The pages of monitors in a browser: a form with rectangles on a preview, runs, and the comparison of two runs.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { expect, it } from "vitest";
import { useBrowser } from "./support/visitor.ts";

const visit = useBrowser();

it("A user can watch a page, ignore a part of it, and look at its change.", async () => {
  const site = await startChangingPage();
  // A phone; the other tests use the size of a desktop.
  await visit({ widthPx: 390, scheme: "dark" }, async ({ page, signUp, open, expectGoodPage }) => {
    await signUp();
    await open("/monitors");
    await page.getByRole("link", { name: "New monitor" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Prices");
    await page.getByLabel("URL", { exact: true }).fill(site.url);
    await page.getByLabel("At fixed times (cron)").check();
    await page.getByLabel("Cron expression").fill("0 9 * * 1-5");
    await page.getByLabel("Time zone", { exact: true }).fill("Europe/Berlin");
    await page.getByText("Every weekday at 09:00, Europe/Berlin").waitFor();
    // The next runs are shown in the time zone of the user, with its name.
    await page.getByText(/Next: .* \d\d:00 (UTC|GMT[+-]\d+|[A-Z]{3,4});/).waitFor();
    await page.getByLabel("Smallest change").fill("7");
    await page.getByRole("button", { name: "Create monitor" }).click();
    await page.locator("#minRatio-fault").getByText("from 0 to 1").waitFor();
    await expectGoodPage();

    await page.getByLabel("Smallest change").fill("");
    await page.getByLabel("Confirm changes").uncheck();
    await page.getByRole("button", { name: "Capture a preview" }).click();
    await drawRectangle(page);
    await expectGoodPage();
    await page.getByRole("button", { name: "Create monitor" }).click();
    await page.getByText("Monitor created.").waitFor();

    await run(page);
    await page.getByText("1 run,").waitFor();
    site.change();
    await run(page);
    await page.getByText("2 runs,").waitFor();
    await page.locator(".shot", { hasText: "Changed" }).waitFor();
    await expectGoodPage();

    for (const box of await page.locator(".pick input").all()) await box.check();
    await page.getByRole("button", { name: "Compare selected" }).click();
    await lookAtChange(page);
    await expectGoodPage();
    await page.getByRole("button", { name: "Use the later screenshot as baseline" }).click();
    await page.getByText("Baseline saved.").waitFor();

    await open("/monitors");
    const marks = page.getByRole("list", { name: "Last runs of Prices" }).getByRole("listitem");
    await expect
      .poll(() => marks.allTextContents())
      .toEqual([expect.stringMatching(/^First run, /), expect.stringMatching(/^Changed, /)]);
    await expectGoodPage();
    await page.getByRole("link", { name: "Prices" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    const question = page.getByRole("dialog", { name: "Delete this monitor?" });
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No monitors yet").waitFor();

    // The screenshots of the runs remain, and the gallery compares them as well.
    await open("/screenshots");
    const boxes = page.locator(".shot .pick input");
    for (const box of [boxes.nth(0), boxes.nth(1)]) await box.check();
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByText("of the pixels differ").waitFor();
    await page.getByRole("img", { name: /^Before: / }).waitFor();
    await page.getByRole("radio", { name: "Difference" }).check();
    await page.getByRole("img", { name: "Difference of the screenshots" }).waitFor();
    await expectGoodPage();
  });
  site.stop();
});

it("The comparison of two tall pages loads only the visible rows, with their original pixels.", async () => {
  const site = await startTallPage();
  await visit({ scheme: "light" }, async ({ page, signUp, createKey, open, expectGoodPage }) => {
    await signUp();
    const key = await createKey();
    const ids: string[] = [];
    for (const color of ["navy", "orange"]) {
      const body = {
        url: `${site.url}?${color}`,
        options: { full_page: true, response_type: "json" },
      };
      const headers = { "X-API-Key": key };
      const answer = await page.request.post("/v1/capture", { data: body, headers });
      const { data } = (await answer.json()) as { data: { id: string } };
      ids.push(data.id);
    }

    await open(`/compare?before=${ids[0]}&after=${ids[1]}`);
    await page.getByText("Rows 0 to 4,000 of 50,000.").waitFor();
    await expectGoodPage();
    await page.getByRole("button", { name: "Next change" }).click();
    await page.getByText("Change 1 of 1").waitFor();
    await page.getByRole("radio", { name: "Overlay" }).check();
    await expectGoodPage();

    // The images contain the rows around the change at 49,000, and no other rows.
    const images = await page.locator(".viewer image").evaluateAll(async (elements) =>
      Promise.all(
        elements.map(async (element) => {
          const file = await fetch(element.getAttribute("href") ?? "");
          const bitmap = await createImageBitmap(await file.blob());
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
          context?.drawImage(bitmap, 0, 0);
          const y = 49_010 - Number(element.getAttribute("y"));
          const pixel = [...(context?.getImageData(110, y, 1, 1).data ?? [])];
          return { width: bitmap.width, height: bitmap.height, pixel };
        }),
      ),
    );
    const heights = images.map(({ height }) => height);
    expect(Math.max(...heights)).toBeLessThan(1_000);
    expect(images.map(({ width, pixel }) => ({ width, pixel }))).toEqual([
      { width: 1280, pixel: [0, 0, 128, 255] },
      { width: 1280, pixel: [255, 165, 0, 255] },
      { width: 1280, pixel: [213, 94, 0, 255] },
    ]);

    await page.getByLabel("From row").fill("30000");
    await page.getByLabel("From row").press("Enter");
    await page.getByText("Rows 30,000 to 34,000 of 50,000.").waitFor();
    expect(await page.getByRole("radio", { name: "Overlay" }).isChecked()).toBe(true);
  });
  site.stop();
});

/** Draws a rectangle over the clock with the mouse, then moves and resizes it with the keyboard. */
async function drawRectangle(page: Page): Promise<void> {
  const surface = page.locator("[data-surface]");
  await surface.scrollIntoViewIfNeeded();
  const box = await surface.boundingBox();
  if (box === null) throw new Error("The preview is not visible.");
  const px = box.width / 1280;
  await page.mouse.move(box.x + 400 * px, box.y + 10 * px);
  await page.mouse.down();
  await page.mouse.move(box.x + 600 * px, box.y + 110 * px, { steps: 3 });
  await page.mouse.up();
  const sides = () =>
    page
      .locator("[data-rectangle] input")
      .evaluateAll((inputs) => inputs.map((input) => Number((input as HTMLInputElement).value)));
  const drawn = await sides();
  for (const [i, expected] of [400, 10, 200, 100].entries())
    expect(Math.abs((drawn[i] ?? 0) - expected)).toBeLessThan(8);
  for (const key of ["ArrowLeft", "Shift+ArrowRight"]) await page.keyboard.press(key);
  const [x = 0, y = 0, width = 0, height = 0] = drawn;
  expect(await sides()).toEqual([x - 10, y, width + 10, height]);

  // A rectangle that is added without a mouse, and removed again.
  await page.getByRole("button", { name: "Add a rectangle" }).press("Enter");
  expect(await page.getByRole("application").count()).toBe(2);
  await page.keyboard.press("Delete");
  expect(await page.getByRole("application").count()).toBe(1);
}

async function run(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Run now" }).click();
  await page.getByText("Run started.").waitFor();
  await page.locator("[data-live]").first().waitFor({ state: "detached", timeout: 60_000 });
}

const COLORS = {
  navy: [0, 0, 128],
  orange: [255, 165, 0],
  mixed: [128, 83, 64],
  changed: [213, 94, 0],
} as const;

/** Asserts which colors of the changed box the user sees. Waits until the images are loaded. */
async function expectToSee(page: Page, ...expected: (keyof typeof COLORS)[]): Promise<void> {
  const seen = async () => {
    const { data } = PNG.sync.read(await page.locator(".panes").screenshot());
    const share = ([red, green, blue]: readonly [number, number, number]) => {
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        const distances = [red, green, blue].map((value, i) => Math.abs(value - data[at + i]!));
        if (Math.max(...distances) < 12) count++;
      }
      return (count * 4) / data.length;
    };
    return Object.entries(COLORS).flatMap(([name, color]) => (share(color) > 0.01 ? [name] : []));
  };
  await expect.poll(seen, { timeout: 10_000 }).toEqual(expected);
}

/** Uses every view of a comparison with one change at 100, 200. */
async function lookAtChange(page: Page): Promise<void> {
  await page.getByText("of the pixels differ").waitFor();
  const after = page.getByRole("img", { name: /^After: / });
  await page.getByRole("button", { name: "Next change" }).press("Enter");
  await page.getByText("Change 1 of 1").waitFor();
  const [x = 0, y = 0] = ((await after.getAttribute("viewBox")) ?? "").split(" ").map(Number);
  expect(x).toBeLessThan(100);
  expect(y).toBeGreaterThan(0);
  expect(y).toBeLessThan(200);
  await expectToSee(page, "navy", "orange");

  const before = page.getByRole("img", { name: /^Before: / });
  await page.getByRole("radio", { name: "Slider" }).check();
  const slider = page.getByRole("slider", { name: "Position of the divider" });
  await slider.press("End");
  const clip = () => before.evaluate((image) => getComputedStyle(image).clipPath);
  expect(await clip()).toBe("inset(0px 0% 0px 0px)");
  await expectToSee(page, "navy");
  await slider.press("Home");
  expect(await clip()).toContain("100%");
  await expectToSee(page, "orange");
  await page.getByRole("radio", { name: "Overlay" }).check();
  expect(await after.evaluate((image) => getComputedStyle(image).opacity)).toBe("0");
  await expectToSee(page, "navy");
  const opacity = page.getByRole("slider", { name: "Opacity of the later screenshot" });
  await opacity.fill("50");
  await expectToSee(page, "mixed");
  await opacity.press("End");
  await expectToSee(page, "orange");
  await page.getByRole("radio", { name: "Difference" }).check();
  await page.getByRole("img", { name: "Difference of the screenshots" }).waitFor();
  expect(await after.isVisible()).toBe(false);
  await expectToSee(page, "changed");

  // The address contains the view.
  await page.reload();
  await page.getByText("Change 1 of 1").waitFor();
  expect(await page.getByRole("radio", { name: "Difference" }).isChecked()).toBe(true);
  await page.getByRole("button", { name: "Whole page" }).click();
}

/** Serves a page with a clock at 400, 0 and a box at 100, 200 that changes its color. */
async function startChangingPage() {
  let [color, ticks] = ["navy", 0];
  const server = createServer((_request, response) => {
    ticks += 1;
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end(
      `<!doctype html><title>Prices</title><style>body { margin: 0; height: 600px } div { position: absolute }</style>
       <div style="left: 420px; top: 30px; font-size: 40px">${"#".repeat(ticks % 4)}</div>
       <div style="left: 100px; top: 200px; width: 80px; height: 60px; background: ${color}"></div>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
  return {
    url: `http://localhost:${port}/`,
    change: () => (color = "orange"),
    stop: () => server.close(),
  };
}

/** Serves a page of 50,000 px with a box at 100, 49,000 in the color of the query. */
async function startTallPage() {
  const server = createServer((request, response) => {
    const color = request.url?.split("?")[1] ?? "";
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end(
      `<!doctype html><title>Tall</title><style>body { margin: 0; height: 50000px } div { position: absolute }</style>
       <div style="left: 100px; top: 49000px; width: 80px; height: 60px; background: ${color}"></div>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
  return { url: `http://localhost:${port}/`, stop: () => server.close() };
}
