// Account deletion: confirmation, the last operator, and complete removal while captures are running.
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createApi } from "../../support/api.ts";
import { pausedRender, fakeRender } from "../../support/fake-render.ts";
import { deliver, fakeQueue, sweep } from "../../support/queue.ts";
import { storedImages } from "../../support/records.ts";
import { pageWith, watch } from "../../support/watched-monitor.ts";
import { createMember, createOperator, createVisitor, PASSWORD } from "../../support/visitor.ts";

const url = "https://example.com/";

/** Returns the rows of all tables that contain one of the texts. */
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

it("The account of the only operator cannot be deleted.", async () => {
  await env.DB.prepare("UPDATE users SET is_operator = 0").run();
  const operator = await createOperator();
  const sent = { email: operator.email, password: PASSWORD };
  const refusal = await operator.post("/account/delete", sent);
  expect(refusal.status).toBe(422);
  expect(await refusal.text()).toContain("contains the only operator");
  expect((await operator.get("/accounts")).status).toBe(200);
  await createOperator();
  expect((await operator.post("/account/delete", sent)).status).toBe(303);
});

it("Account deletion requires the email address and the password, and reports an error for each field.", async () => {
  await createOperator();
  const member = await createMember();
  const page = await member.read("/account/delete");
  expect(page).toContain('autocomplete="current-password"');

  const empty = await (await member.post("/account/delete", { email: "", password: "" })).text();
  expect(empty).toContain(`id="email-fault">Must be ${member.email}.`);
  expect(empty).toContain('id="password-fault">Is required.');
  const wrong = { email: member.email, password: "not the password" };
  const refusal = await member.post("/account/delete", wrong);
  expect(refusal.status).toBe(422);
  const html = await refusal.text();
  expect(html).toContain('id="password-fault">Incorrect password.');
  expect(html).toContain(`value="${member.email}"`);
  expect(html).not.toContain("not the password");
  const other = { email: "somebody@else.test", password: PASSWORD };
  expect((await member.post("/account/delete", other)).status).toBe(422);
  expect((await member.get("/overview")).status).toBe(200);

  const right = { email: member.email.toUpperCase(), password: PASSWORD };
  expect((await member.post("/account/delete", right)).headers.get("Location")).toBe("/");
  expect((await createVisitor().signIn({ email: member.email })).status).toBe(401);
});

it("Account deletion limits password guesses in an open session.", async () => {
  await createOperator();
  const member = await createMember();
  const guess = (password: string) =>
    member.post("/account/delete", { email: member.email, password });
  // The sign-up counts as the first of ten attempts.
  for (let count = 0; count < 9; count++) expect((await guess(`guess ${count}`)).status).toBe(422);
  const refusal = await guess(PASSWORD);
  expect(refusal.status).toBe(429);
  expect(Number(refusal.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await refusal.text()).toContain('id="password-fault">Too many attempts.');
  expect((await member.get("/overview")).status).toBe(200);
});

it("Account deletion removes every row and image, even while captures are running.", async () => {
  await createOperator();
  const member = await createMember();
  const created = await member.submit("/keys", { name: "laptop" });
  const [key = ""] = /es_[0-9A-Za-z]{40}/.exec(created) ?? [];
  const before = await storedImages();
  const queue = fakeQueue();
  const api = createApi({ ...fakeRender(), queues: queue.queues });
  await env.DB.prepare("UPDATE accounts SET plan = 'business' WHERE id = ?")
    .bind(member.accountId)
    .run();

  const hook = await api.post("/v1/webhooks", { url: "https://example.com/hook" }, { key });
  expect(hook.status).toBe(201);
  const headers = { "Idempotency-Key": "once" };
  const body = { url, options: { response_type: "json" } };
  const capture = await api.post("/v1/capture", body, { key, headers });
  const { data } = await capture.json<{ data: { image_url: string } }>();
  expect((await api.get(data.image_url)).status).toBe(200);
  const batch = await api.post("/v1/capture/batch", { urls: [url, url] }, { key });
  expect(batch.status).toBe(201);
  const paused = pausedRender();
  const busy = createApi({ render: paused.render });
  const running = busy.post("/v1/capture", { url }, { key });
  await paused.started;
  const pausedCapture = pausedRender();
  const [first, second] = queue.messages;
  const job = deliver(first, { render: pausedCapture.render });
  await pausedCapture.started;
  await api.settled();
  expect((await rowsWith([member.accountId])).length).toBeGreaterThan(5);

  const confirmed = { email: member.email, password: PASSWORD };
  expect((await member.post("/account/delete", confirmed)).status).toBe(303);
  paused.resume();
  pausedCapture.resume();
  expect((await running).status).toBe(200);
  await busy.settled();
  expect(await job).toBe(Infinity);
  expect(await deliver(second, fakeRender())).toBe(Infinity);

  expect(await rowsWith([member.accountId, member.userId, member.email])).toEqual([]);
  expect(await storedImages()).toEqual(before);
  expect((await api.get(data.image_url)).status).toBe(404);
  expect((await api.get("/v1/screenshots", { key })).status).toBe(401);
});

it("Account deletion removes monitors, their runs and their images, and ends runs in progress.", async () => {
  await createOperator();
  const member = await createMember();
  const created = await member.submit("/keys", { name: "laptop" });
  const [key = ""] = /es_[0-9A-Za-z]{40}/.exec(created) ?? [];
  const before = new Set(await storedImages());
  // A sweep may remove images of other tests.
  const added = async () => (await storedImages()).filter((image) => !before.has(image));
  const owner = { key, accountId: member.accountId };
  const monitor = await watch({ compare: { confirm: false } }, owner);
  const { site, run, start, runs, queue, queues, render } = monitor;
  await run();
  site.page = pageWith([10, 10]);
  await run();
  const [first, second] = await runs();
  expect(second).toMatchObject({ status: "changed" });
  const pinned = { baseline: first?.screenshotId };
  expect((await monitor.api.put(`/v1/monitors/${monitor.id}`, pinned, { key })).status).toBe(200);
  // Two screenshots, their thumbnails and a diff image.
  expect((await added()).length).toBeGreaterThan(2);
  await start();
  expect(queue.messages).toHaveLength(1);

  const confirmed = { email: member.email, password: PASSWORD };
  expect((await member.post("/account/delete", confirmed)).status).toBe(303);
  expect(await rowsWith([member.accountId, monitor.id])).toEqual([]);
  expect(await added()).toEqual([]);

  // The message of the run that was in progress captures nothing, and the schedule starts no other run.
  const { captures } = site;
  expect(await deliver(queue.messages.shift(), { queues, render })).toBe(Infinity);
  expect((await sweep({ queues })).failures).toBeUndefined();
  expect(site.captures).toBe(captures);
  expect([...queue.messages, ...queue.steps]).toEqual([]);
  expect(await rowsWith([member.accountId, monitor.id])).toEqual([]);
  expect(await added()).toEqual([]);
});
