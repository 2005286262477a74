// Deleting an account while it is busy: nothing of it stays, and nothing comes back.
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createApi } from "../support/api.ts";
import { heldRender, plantedRender } from "../support/planted-rendering.ts";
import { deliver, heldQueue } from "../support/queue.ts";
import { storedImages } from "../support/records.ts";
import { createMember, createOperator } from "../support/visitor.ts";

const url = "https://example.com/";

/** Rows of any table that hold one of the texts. */
async function rowsWith(texts: string[]): Promise<string[]> {
  const { results: tables } = await env.DB.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).all<{ name: string }>();
  const rows = await Promise.all(
    tables.map(async ({ name }) => (await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results),
  );
  return rows
    .flat()
    .map((row) => JSON.stringify(row))
    .filter((row) => texts.some((text) => row.includes(text)));
}

it("is refused to the only operator, whose place anybody could take", async () => {
  await env.DB.prepare("UPDATE users SET is_operator = 0").run();
  const operator = await createOperator();
  const sent = { email: operator.email };
  const refusal = await operator.post("/account/delete", sent);
  expect(refusal.status).toBe(422);
  expect(await refusal.text()).toContain("left without an operator");
  expect((await operator.get("/accounts")).status).toBe(200);
  await createOperator();
  expect((await operator.post("/account/delete", sent)).status).toBe(303);
});

it("leaves no row and no image, whatever was under way", async () => {
  await createOperator();
  const member = await createMember();
  const created = await (await member.post("/keys", { name: "laptop" })).text();
  const [key = ""] = /es_[0-9A-Za-z]{40}/.exec(created) ?? [];
  const before = await storedImages();
  const queue = heldQueue();
  const api = createApi({ ...plantedRender(), queues: queue.queues });
  await env.DB.prepare("UPDATE accounts SET plan = 'business' WHERE id = ?")
    .bind(member.accountId)
    .run();

  const hook = await api.post("/v1/webhooks", { url: "https://example.com/hook" }, { key });
  expect(hook.status).toBe(201);
  const headers = { "Idempotency-Key": "once" };
  await api.post("/v1/capture", { url }, { key, headers });
  const batch = await api.post("/v1/capture/batch", { urls: [url, url] }, { key });
  expect(batch.status).toBe(201);
  const held = heldRender();
  const busy = createApi({ render: held.render });
  const underWay = busy.post("/v1/capture", { url }, { key });
  await held.begun;
  const heldJob = heldRender();
  const [first, second] = queue.held;
  const job = deliver(first, { render: heldJob.render });
  await heldJob.begun;
  await api.settled();
  expect((await rowsWith([member.accountId])).length).toBeGreaterThan(5);

  const answer = await member.post("/account/delete", { email: member.email });
  expect(answer.status).toBe(303);
  held.end();
  heldJob.end();
  expect((await underWay).status).toBe(200);
  await busy.settled();
  expect(await job).toBe(Infinity);
  expect(await deliver(second, plantedRender())).toBe(Infinity);

  expect(await rowsWith([member.accountId, member.userId, member.email])).toEqual([]);
  expect(await storedImages()).toEqual(before);
});
