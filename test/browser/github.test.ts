// Sign-in with GitHub in a browser, including cookies across the redirect from another site.
import { expect, it } from "vitest";
import { findDashboard } from "./support/dashboard.ts";
import { useBrowser } from "./support/visitor.ts";

const { gitHub } = await findDashboard();
const visit = useBrowser();

it("A user can cancel GitHub sign-in, sign up with GitHub and sign in again.", async () => {
  const id = Math.floor(Math.random() * 1e9);
  const emails = [{ email: `${id}@edgeshot.test`, primary: true, verified: true }];
  const user = { id, login: "mona", name: "Mona Lisa", email: null, emails };

  await visit({ otherOrigin: gitHub }, async ({ page, open, expectGoodPage }) => {
    await open("/sign-in?next=/keys");
    await expectGoodPage();
    await page.getByRole("link", { name: "Continue with GitHub" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("GitHub sign-in was canceled.").waitFor();
    await expectGoodPage();

    await page.getByRole("link", { name: "Continue with GitHub" }).click();
    await page.getByLabel("User").fill(JSON.stringify(user));
    await page.getByRole("button", { name: "Authorize" }).click();
    await page.waitForURL("/keys");
    await open("/account");
    expect(await page.getByLabel("Name").inputValue()).toBe("Mona Lisa");
    expect(await page.getByText("Current password").count()).toBe(0);
    await expectGoodPage();

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("/");
    await open("/sign-up");
    await page.getByRole("link", { name: "Continue with GitHub" }).click();
    await page.getByLabel("User").fill(JSON.stringify(user));
    await page.getByRole("button", { name: "Authorize" }).click();
    await page.waitForURL("/overview");
    await open("/account");
    await page.getByText(`You sign in as ${id}@edgeshot.test.`).waitFor();
  });
});
