// Webhooks in a browser: create, test, resend, rotate the secret, delete.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { useBrowser } from "./support/visitor.ts";

const visit = useBrowser();

it("A user can create, test, resend, rotate and delete a webhook.", async () => {
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
    await page.getByLabel("URL").fill("http://10.0.0.1/");
    await page.getByRole("button", { name: "Create webhook" }).click();
    await page.locator("#url-fault").getByText("private").waitFor();
    expect(await page.getByLabel("URL").inputValue()).toBe("http://10.0.0.1/");

    await page.getByLabel("URL").fill(`http://localhost:${port}/hook`);
    await page.getByLabel("screenshot.completed").check();
    await page.getByLabel("Retries").fill("0");
    await page.getByRole("button", { name: "Create webhook" }).click();
    expect(await page.locator("#secret").textContent()).toMatch(/^whsec_/);
    await expectGoodPage();
    await page.getByRole("link", { name: "Done" }).click();
    expect(await page.getByLabel("screenshot.completed").isChecked()).toBe(true);

    await page.getByRole("button", { name: "Send test event" }).click();
    await page.getByText("The test event was not delivered").waitFor();
    await page.locator(".deliveries summary").click();
    await page.locator(".deliveries li", { hasText: "500" }).waitFor();
    await page.getByText("This webhook works.").waitFor();
    await expectGoodPage();

    await page.getByRole("button", { name: "Resend" }).click();
    await page.getByText("Event queued.").waitFor();
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

    await page.getByRole("button", { name: "Rotate secret" }).click();
    const question = page.getByRole("dialog", { name: "Rotate the signing secret?" });
    await question.getByRole("button", { name: "Rotate secret" }).click();
    expect(await page.locator("#secret").textContent()).toMatch(/^whsec_/);
    await page.getByRole("link", { name: "Done" }).click();

    await page.getByRole("button", { name: "Delete" }).click();
    const deletion = page.getByRole("dialog", { name: "Delete this webhook?" });
    await deletion.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No webhooks yet").waitFor();
    await expectGoodPage();
  });
  receiver.close();
});
