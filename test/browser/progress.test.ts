// The progress of captures in a browser.
import { expect, inject, it } from "vitest";
import { useBrowser } from "./support/visitor.ts";

const { url } = inject("dashboard");
const visit = useBrowser();

it("The playground shows the seconds of a running capture and lets the user cancel it.", async () => {
  await visit({ widthPx: 390 }, async ({ page, signUp, open }) => {
    await signUp();
    await open("/playground");
    // Playwright waits for the response before it reads a page, so a timer in the page records the progress.
    await page.evaluate((target) => {
      const form = document.querySelector<HTMLFormElement>("form.capture");
      const progress = form?.querySelector<HTMLElement>(".progress");
      const input = (id: string) => document.getElementById(id) as HTMLInputElement; // fields of the form
      input("url").value = target;
      input("delay").value = "8000";
      form?.querySelector<HTMLButtonElement>("button[value=capture]")?.click();
      setTimeout(() => {
        const isDisabled = form?.querySelector<HTMLButtonElement>("button")?.disabled;
        document.title = `${progress?.hidden} ${isDisabled} ${progress?.innerText}`;
        progress?.querySelector("button")?.click();
      }, 1500);
    }, `${url}/sign-in`);
    await expect.poll(() => page.title()).toMatch(/^false true Capturing… [12] s/);
    expect(await page.locator(".progress").isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "Capture" }).first().isEnabled()).toBe(true);
  });
});

it("The page of a batch updates itself until all captures are finished.", async () => {
  await visit({}, async ({ page, signUp, createKey, open, expectGoodPage }) => {
    await signUp();
    const key = await createKey();
    const headers = { "X-API-Key": key };
    const data = { urls: [`${url}/sign-in`, "http://localhost:1/"], options: { delay: 1000 } };
    const answer = await page.request.post("/v1/capture/batch", { headers, data });
    const { batchId } = (await answer.json()) as { batchId: string }; // the contract of the endpoint
    await open(`/screenshots?batchId=${batchId}`);
    await page.getByText("2 of 2 done").waitFor({ timeout: 60_000 });
    await page.locator("[data-live]").first().waitFor({ state: "detached" });
    expect(await page.locator(".shot").count()).toBe(2);
    await expectGoodPage();
  });
});
