// The webhook pages, tested without a browser: access, validation, escaping and settings.
import { expect, it } from "vitest";
import { createWebhook } from "../../../src/domain/webhooks/create.ts";
import { newWebhookBody } from "../../../src/contract/webhooks.ts";
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { DeliveryAttempt, DeliveryState } from "../../../src/contract/webhooks.ts";
import { createId } from "../../../src/lib/ids.ts";
import { createDatabase } from "../../../src/storage/database.ts";
import { insertDelivery } from "../../../src/storage/deliveries.ts";
import { wire } from "../../../src/wiring.ts";
import { createMember } from "../../support/visitor.ts";

const url = "https://example.com/hook";

async function seedWebhook(accountId: string, address = url) {
  const ctx = wire(env, createExecutionContext(), () => {});
  const settings = newWebhookBody.parse({ url: address });
  const { webhook } = await createWebhook(ctx, { accountId }, settings, "https://edgeshot.test");
  return webhook.id;
}

async function seedDelivery(
  webhookId: string,
  status: DeliveryState,
  createdAt: Date,
  attempts: DeliveryAttempt[] = [],
) {
  await insertDelivery(createDatabase(env.DB), {
    id: createId(createdAt),
    webhookId,
    event: "test.ping",
    eventId: `evt_${crypto.randomUUID()}`,
    subject: { message: "This webhook works." },
    status,
    attempts,
    attemptsBegun: 1,
    retries: 0,
    overdueAt: createdAt,
    createdAt,
  });
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

it("The list shows the last delivery of each webhook and its failures in a row; the page filters by status.", async () => {
  const member = await createMember();
  const ids = [await seedWebhook(member.accountId), await seedWebhook(member.accountId)];
  const startedAt = Date.now();
  // Oldest first.
  const history = ["failed", "delivered", "failed", "failed", "pending"] as const;
  for (const [i, status] of history.entries())
    await seedDelivery(ids[0] ?? "", status, new Date(startedAt + i));
  const list = await member.read("/webhooks");
  const cells = [...list.matchAll(/data-label="(Last delivery|Failures in a row)">(.*?)<\/td>/gs)];
  const texts = cells.map(([, , html = ""]) => html.replaceAll(/<[^>]+>/g, " ").trim());
  expect(texts[0]).toMatch(/^Failed +\w{3} \d/);
  expect(texts.slice(1)).toEqual(["2", "None", "0"]);
  expect(list).toContain('class="numeric failing" data-label="Failures in a row"');

  const countIn = (page: string) => page.match(/<summary>/g)?.length ?? 0;
  expect(countIn(await member.read(`/webhooks/${ids[0]}`))).toBe(5);
  expect(countIn(await member.read(`/webhooks/${ids[0]}?status=failed`))).toBe(3);
  expect(countIn(await member.read(`/webhooks/${ids[0]}?status=delivered`))).toBe(1);
});

it("A delivery that failed and waits for its retry counts as a failure.", async () => {
  const member = await createMember();
  const id = await seedWebhook(member.accountId);
  await seedDelivery(id, "delivered", new Date(1));
  const attempt = { at: new Date(2).toISOString(), status: 503, durationMs: 1, error: "HTTP 503" };
  for (const i of [2, 3]) await seedDelivery(id, "pending", new Date(i), [attempt]);
  await seedDelivery(id, "pending", new Date(4));

  const list = await member.read("/webhooks");
  expect(list).toMatch(/data-label="Last delivery">.*?Failed/s);
  expect(list).toContain('class="numeric failing" data-label="Failures in a row">2<');
  expect(await member.read(`/webhooks/${id}?status=failed`)).toContain("No failed deliveries");
});

it("After 50 failures in a row, the list shows that there may be more.", async () => {
  const member = await createMember();
  const id = await seedWebhook(member.accountId);
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
     INSERT INTO deliveries (id, webhook_id, event, event_id, subject, status, attempts, attempts_begun, retries, overdue_at, created_at)
     SELECT printf('%024x', i) || substr(?1, 20), ?1, 'test.ping', 'evt' || i, '{}', 'failed', '[]', 1, 0, 0, i FROM n`,
  )
    .bind(id)
    .run();
  expect(await member.read("/webhooks")).toContain("50 or more");
});
