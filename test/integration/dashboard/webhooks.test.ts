// The webhook pages, tested without a browser: access, validation, escaping and settings.
import { expect, it } from "vitest";
import { createWebhook } from "../../../src/domain/webhooks/create.ts";
import { newWebhookBody } from "../../../src/contract/webhooks.ts";
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { wire } from "../../../src/wiring.ts";
import { createMember } from "../../support/visitor.ts";

const url = "https://example.com/hook";

async function seedWebhook(accountId: string, address = url) {
  const ctx = wire(env, createExecutionContext(), () => {});
  const settings = newWebhookBody.parse({ url: address });
  const { webhook } = await createWebhook(ctx, { accountId }, settings, "https://edgeshot.test");
  return webhook.id;
}

it("The pages and actions of a webhook respond with 404 to other accounts.", async () => {
  const [member, owner] = [await createMember(), await createMember()];
  const id = await seedWebhook(owner.accountId);

  for (const answer of [
    await member.get(`/webhooks/${id}`),
    await member.post(`/webhooks/${id}`, { url: "https://other.example/" }),
    await member.post(`/webhooks/${id}/test`),
    await member.post(`/webhooks/${id}/rotate`),
    await member.post(`/webhooks/${id}/delete`),
  ]) {
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain(url);
  }
  expect(await owner.read("/webhooks")).toContain(url);
});

it("A reload of the page with a new secret shows the same secret, and neither creates a webhook nor rotates again.", async () => {
  const member = await createMember();
  const created = await member.submit("/webhooks", { url, enabled: "on" });
  const secretIn = (page: string) => /whsec_[0-9A-Za-z+/=]+/.exec(page)?.[0];
  expect(secretIn(created)).toBeDefined();
  const list = await member.read("/webhooks");
  const paths = new Set(list.match(/\/webhooks\/[0-9a-f]{24}/g));
  expect(paths.size).toBe(1);
  const [path = ""] = paths;
  expect(await member.read(`${path}/secret`)).toBe(created);

  const rotated = await member.submit(`${path}/rotate`, {});
  expect(secretIn(rotated)).not.toBe(secretIn(created));
  expect(rotated).toContain("also signed with the previous secret");
  expect(await member.read(`${path}/secret`)).toBe(rotated);
  const id = await seedWebhook(member.accountId);
  expect((await member.get(`/webhooks/${id}/secret`)).headers.get("Location")).toBe(
    `/webhooks/${id}`,
  );
});

it("An invalid form shows an error for each field and keeps the entered values.", async () => {
  const member = await createMember();
  const entered = {
    url: "nonsense",
    events: ["screenshot.failed"],
    maxRetries: "11",
    retryDelayMs: "soon",
  };
  const answer = await member.post("/webhooks", entered);

  expect(answer.status).toBe(422);
  const html = await answer.text();
  for (const name of ["url", "maxRetries", "retryDelayMs"])
    expect(html).toContain(`id="${name}-fault"`);
  for (const value of ["nonsense", "11", "soon"]) expect(html).toContain(`value="${value}"`);
  expect(html).toMatch(/value="screenshot.failed" checked/);
});

it("The webhook pages escape the URL.", async () => {
  const member = await createMember();
  const id = await seedWebhook(
    member.accountId,
    `https://example.com/"><img src=x onerror=alert(1)>`,
  );

  for (const path of ["/webhooks", `/webhooks/${id}`])
    expect(await member.read(path)).not.toContain("<img src=x");
});

it("The form saves settings, including unchecked boxes.", async () => {
  const member = await createMember();
  const id = await seedWebhook(member.accountId);

  const saved = await member.post(`/webhooks/${id}`, { url, maxRetries: "5" });

  expect(saved.headers.get("Location")).toBe(`/webhooks/${id}?done=webhook-saved`);
  const html = await member.read("/webhooks");
  expect(html).toContain("Disabled");
  expect(await member.read(`/webhooks/${id}`)).toMatch(/name="maxRetries"[^>]*value="5"/);
});
