// The progress of captures in a browser, and the menu of phones.
import { expect, it } from "vitest";
import { findDashboard } from "./support/dashboard.ts";
import { useBrowser } from "./support/visitor.ts";

const { url } = await findDashboard();
const visit = useBrowser();

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

it("A capture in the playground shows its seconds and can be canceled; the form keeps its values and works again.", async () => {
  await visit({ widthPx: 390 }, async ({ page, signUp, open, expectGoodPage }) => {
    await signUp();
    await open("/playground");
    await page.getByLabel("URL", { exact: true }).fill(`${url}/sign-in`);
    await page.getByText("Waiting", { exact: true }).click();
    await page.getByLabel("delay", { exact: true }).fill("4000");
    // Locators wait for the end of a navigation, which the capture delays, so the page clicks itself.
    const shown = await page.evaluate(async () => {
      const form = document.querySelector("form[data-capture]");
      const capture = form?.querySelector<HTMLButtonElement>("button[value=capture]");
      const progress = form?.querySelector<HTMLElement>(".progress");
      capture?.click();
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const facts = {
        text: progress?.innerText,
        isDisabled: capture?.disabled,
        focused: document.activeElement?.textContent,
      };
      progress?.querySelector("button")?.click();
      return facts;
    });
    expect(shown.text).toMatch(/^Capturing… [1-3] s/);
    expect(shown).toMatchObject({ isDisabled: true, focused: "Cancel" });

    const capture = page.getByRole("button", { name: "Capture", exact: true }).first();
    await page.getByText("Canceled.").waitFor();
    expect(await capture.isEnabled()).toBe(true);
    expect(await page.getByLabel("delay", { exact: true }).inputValue()).toBe("4000");
    await page.getByLabel("delay", { exact: true }).fill("0");
    await capture.click();
    await page.getByRole("link", { name: "Details" }).waitFor();
    await expectGoodPage();
  });
});

it("Phones open the navigation with a button, by mouse and by keyboard.", async () => {
  await visit({ widthPx: 390, scheme: "dark" }, async ({ page, signUp, expectGoodPage }) => {
    await signUp();
    const navigation = page.getByRole("navigation", { name: "Dashboard" });
    expect(await navigation.isVisible()).toBe(false);
    const menu = page.getByRole("button", { name: "Menu" });
    await menu.click();
    for (const name of ["Overview", "Account", "Docs", "API reference"])
      expect(await navigation.getByRole("link", { name, exact: true }).isVisible()).toBe(true);
    await expectGoodPage();
    await page.keyboard.press("Escape");
    await navigation.waitFor({ state: "hidden" });
    await menu.press("Enter");
    await navigation.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor();

    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await navigation.isVisible()).toBe(true);
    expect(await menu.isVisible()).toBe(false);
    await expectGoodPage();
  });
});
