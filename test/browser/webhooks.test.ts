// Webhooks as somebody uses them: made, tested, looked at, sent again, given a new secret, deleted.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { useBrowser } from "./support/visitor.ts";

const visit = useBrowser();

it("leads from a new webhook to its deliveries, and to its end", async () => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(String(request.headers["x-webhook-event"]));
    response.writeHead(received.length === 1 ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "localhost", resolve));
  const { port } = receiver.address() as AddressInfo; // a TCP server has no other kind of address

  await visit({ widthPx: 390 }, async ({ page, signUp, open, expectGoodPage }) => {
    await signUp();
    await open("/webhooks");
    await expectGoodPage();
    await page.getByLabel("Address").fill("http://10.0.0.1/");
    await page.getByRole("button", { name: "Create webhook" }).click();
    await page.locator("#url-fault").getByText("private").waitFor();
    expect(await page.getByLabel("Address").inputValue()).toBe("http://10.0.0.1/");

    await page.getByLabel("Address").fill(`http://localhost:${port}/hook`);
    await page.getByLabel("screenshot.completed").check();
    await page.getByLabel("Retries").fill("0");
    await page.getByRole("button", { name: "Create webhook" }).click();
    expect(await page.locator("#secret").textContent()).toMatch(/^whsec_/);
    await expectGoodPage();
    await page.getByRole("link", { name: "I have copied it" }).click();
    expect(await page.getByLabel("screenshot.completed").isChecked()).toBe(true);

    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("The test did not arrive").waitFor();
    await page.locator(".deliveries summary").click();
    await page.getByText("It answered 500.").waitFor();
    await page.getByText("This webhook works.").waitFor();
    await expectGoodPage();

    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("The event is sent again.").waitFor();
    await expect
      .poll(
        async () => {
          await page.reload();
          return page.locator(".deliveries .badge").textContent();
        },
        { timeout: 30_000, interval: 1_000 },
      )
      .toBe("Delivered");
    expect(received).toEqual(["test.ping", "test.ping"]);

    await page.getByRole("button", { name: "New secret" }).click();
    const question = page.getByRole("dialog", { name: "Replace the secret?" });
    await question.getByRole("button", { name: "New secret" }).click();
    expect(await page.locator("#secret").textContent()).toMatch(/^whsec_/);
    await page.getByRole("link", { name: "I have copied it" }).click();

    await page.getByRole("button", { name: "Delete" }).click();
    const end = page.getByRole("dialog", { name: "Delete this webhook?" });
    await end.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No webhook yet").waitFor();
    await expectGoodPage();
  });
  receiver.close();
});
