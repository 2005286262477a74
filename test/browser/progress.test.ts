// The progress of captures in a browser.
import { expect, inject, it } from "vitest";
import { useBrowser } from "./support/visitor.ts";

const { url } = inject("dashboard");
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
