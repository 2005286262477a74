// The first visit of a new user, from sign-up to a revoked key.
import { expect, it } from "vitest";
import { findDashboard } from "./support/dashboard.ts";
import { useBrowser } from "./support/visitor.ts";

const { url } = await findDashboard();
const visit = useBrowser();

it("A new user can sign up, create a key, capture a page and revoke the key.", async () => {
  await visit({}, async ({ page, signUp, openGallery }) => {
    await signUp();
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByLabel("Name").fill("laptop");
    await page.getByRole("button", { name: "Create key" }).click();

    const key = (await page.locator("#key").textContent()) ?? "";
    expect(key).toMatch(/^es_[0-9A-Za-z]{40}$/);
    expect(await page.locator("#command").textContent()).toContain(`X-API-Key: ${key}`);
    await page.getByRole("button", { name: "Copy" }).first().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

    const capture = () =>
      fetch(`${url}/v1/capture`, {
        method: "POST",
        headers: { "X-API-Key": key, "Content-Type": "application/json" },
        body: JSON.stringify({ url: `${url}/` }),
      });
    const image = await capture();
    expect(image.status).toBe(200);
    expect(image.headers.get("Content-Type")).toBe("image/png");
    await image.arrayBuffer();

    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByText("1 of 100").waitFor();

    await page.getByRole("link", { name: "Screenshots" }).first().click();
    await page.locator(".shots img").waitFor();
    await openGallery();
    await page.locator(".shots a").click();
    await page.getByRole("img", { name: /^Screenshot of / }).waitFor();

    await page.getByRole("link", { name: "API keys" }).first().click();
    const lastUsed = page.getByRole("row", { name: "laptop" }).locator("time").last();
    expect(await lastUsed.getAttribute("title")).toMatch(/UTC/);
    expect(await page.content()).not.toContain(key);
    await page.getByRole("button", { name: "Revoke" }).click();
    const question = page.getByRole("dialog", { name: "Revoke “laptop”?" });
    await question.getByRole("button", { name: "Revoke" }).click();
    await page.getByText("API key revoked.").waitFor();
    expect((await capture()).status).toBe(401);
  });
});
