// The dashboard, used with the keyboard only.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { useBrowser } from "./support/visitor.ts";

const visit = useBrowser();

it("A user can sign up, create a key and revoke it with the keyboard.", async () => {
  await visit({}, async ({ page, open }) => {
    await open("/sign-up");
    // The first field has the focus.
    await page.keyboard.type("Grace Hopper");
    await page.keyboard.press("Tab");
    await page.keyboard.type(`${crypto.randomUUID()}@edgeshot.test`);
    await page.keyboard.press("Tab");
    await page.keyboard.type("correct horse battery staple");
    await page.keyboard.press("Enter");
    await page.waitForURL("/overview");

    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Skip to content");
    await tabTo(page, "API keys");
    await page.keyboard.press("Enter");
    await page.waitForURL("/keys");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("laptop");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "API key created" }).waitFor();
    await tabTo(page, "Done");
    await page.keyboard.press("Enter");
    // The URL does not change, so wait for the row.
    await page.getByRole("row", { name: "laptop" }).waitFor();

    await tabTo(page, "Revoke");
    await page.keyboard.press("Enter");
    const question = page.getByRole("dialog", { name: "Revoke “laptop”?" });
    await question.waitFor();
    expect(await focused(page)).toBe("Cancel");
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    expect(await focused(page)).toBe("Revoke");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("API key revoked.").waitFor();
  });
});

async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Tab");
    if ((await focused(page)) === text) return;
  }
  expect.fail(`The Tab key reaches no element with the text "${text}".`);
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent.trim() ?? "");
}
