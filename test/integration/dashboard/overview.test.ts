// The overview: captures per day, recent failures and usage of the limits.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { ServiceError } from "../../../src/contract/errors.ts";
import type { PlanId } from "../../../src/contract/plans.ts";
import { removeOldActivity } from "../../../src/domain/accounts/get-activity.ts";
import { wire } from "../../../src/wiring.ts";
import { seedKey } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { failingRender, fakeRender } from "../../support/fake-render.ts";
import { seedScreenshot, seedUnfinished } from "../../support/screenshots.ts";
import { deliver, fakeQueue } from "../../support/queue.ts";
import { createMember } from "../../support/visitor.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const url = "https://example.com/<b>page</b>";

async function createCapturer(plan: PlanId = "free") {
  const member = await createMember();
  await env.DB.prepare("UPDATE accounts SET plan = ? WHERE id = ?")
    .bind(plan, member.accountId)
    .run();
  const created = await member.submit("/keys", { name: "laptop <3" });
  const [key = ""] = /es_[0-9A-Za-z]{40}/.exec(created) ?? [];
  return { member, key };
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

it("The chart counts the finished captures of the account per day, including deleted ones.", async () => {
  const { member, key } = await createCapturer("business");
  const other = await createCapturer();
  await createApi(fakeRender()).post("/v1/capture", { url }, { key: other.key });
  for (const days of [0, 0, 3, 40, 89, 90]) {
    const at = new Date(Date.now() - days * DAY_MS);
    const api = createApi({ ...fakeRender(), clock: () => at });
    const answer = await api.post("/v1/capture", { url }, { key });
    await api.settled();
    if (days === 3)
      await api.send("DELETE", `/v1/screenshots/${answer.headers.get("X-Screenshot-Id")}`, { key });
  }
  const page = await member.read("/overview");
  expect(page).toContain("3 captures in 30 days, 0 failed.");
  expect(page).toContain(`<title>${daysAgo(0)}: 2 captures, 0 failed</title>`);
  expect(page).toContain(`<title>${daysAgo(3)}: 1 capture, 0 failed</title>`);
  expect(page.match(/<title>\d{4}/g)).toHaveLength(30);
  expect(page).toMatch(/<\/time> \(UTC\)</);
  expect(page).toContain("No failures in the last 30 days.");
  expect(await member.read("/overview?days=7")).toContain("3 captures in 7 days, 0 failed.");
  expect(await member.read("/overview?days=90")).toContain("5 captures in 90 days, 0 failed.");
  expect(await member.read("/overview?days=8")).toBe(page);
});

it("The overview shows success rate, p50 and p95, and the captures of each key, of a batch and of the dashboard.", async () => {
  const { member, key } = await createCapturer("business");
  const second = await seedKey(member.accountId);
  // 18 captures take 1 s and two take 4 s, by the clock of the service.
  for (let i = 0; i < 20; i++) {
    let now = Date.now();
    const { render } = fakeRender();
    const slow: typeof render = (...args) => {
      now += i < 18 ? 1000 : 4000;
      return render(...args);
    };
    const api = createApi({ render: slow, clock: () => new Date(now) });
    await api.post("/v1/capture", { url }, { key });
    await api.settled();
  }
  const failing = createApi({ render: failingRender(new ServiceError("host_error")) });
  await failing.post("/v1/capture", { url }, { key: second.key });
  await failing.settled();
  const { queues, messages } = fakeQueue();
  const batch = createApi({ queues });
  await batch.post("/v1/capture/batch", { urls: [url, url] }, { key: second.key });
  for (const message of messages) await deliver(message, fakeRender());

  const page = await member.read("/overview");
  // 22 of 23.
  expect(page).toMatch(/Success rate<\/dt><dd class="numeric failing">95\.6 %/);
  const [p50, p95] = [...page.matchAll(/\(p\d\d\)<\/dt><dd class="numeric">([\d.]+) (m?s)</g)].map(
    ([, value, unit]) => Number(value) * (unit === "s" ? 1000 : 1),
  );
  expect(p50).toBeGreaterThan(950);
  expect(p50).toBeLessThan(1050);
  expect(p95).toBeGreaterThan(3800);
  expect(p95).toBeLessThan(4200);
  const usage = /<h2>Captures by key<\/h2>(.*?)<\/table>/s.exec(page)?.[1] ?? "";
  const rows = [...usage.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    row
      .replaceAll(/<[^>]+>/g, " ")
      .trim()
      .split(/ {2,}/),
  );
  expect(rows.slice(1)).toEqual([
    ["laptop &lt;3", "20", "0"],
    ["test", "3", "1"],
  ]);
});

it("Captures of the dashboard are counted without a key.", async () => {
  const member = await createMember(fakeRender());
  await member.post("/playground", { url, do: "capture" });
  await member.api.settled();
  expect(await member.read("/overview")).toMatch(
    /Dashboard and monitors<\/span><\/td><td class="end numeric">1</,
  );
});

it("An update counts the records of the last 90 days by day, without a key and without durations.", async () => {
  const member = await createMember();
  const { accountId } = member;
  await seedScreenshot(accountId);
  await seedScreenshot(accountId, { status: "failed", imageKey: null, deletedAt: new Date() });
  await seedScreenshot(accountId, { createdAt: new Date(Date.now() - 100 * DAY_MS) });
  await seedUnfinished(accountId);
  const [fill] = env.TEST_MIGRATIONS.flatMap(({ queries }) =>
    queries.filter((query) => query.includes("INSERT INTO `capture_days`")),
  );
  // The account of this test only, because the captures of other tests are counted.
  await env.DB.prepare((fill ?? "").replace("GROUP BY", "AND account_id = ? GROUP BY"))
    .bind(accountId)
    .run();
  const page = await member.read("/overview?days=90");
  expect(page).toContain("2 captures in 90 days, 1 failed.");
  expect(page).toContain(`<title>${daysAgo(0)}: 2 captures, 1 failed</title>`);
  expect(page).toContain("Before captures were counted by key");
  expect(page).toMatch(/\(p50\)<\/dt><dd class="numeric">–</);
});

it("The sweep deletes the counts of days that no range contains.", async () => {
  const { key } = await createCapturer();
  const today = new Date("2026-03-10T12:00:00Z");
  const daysBefore = (days: number) => new Date(today.getTime() - days * DAY_MS);
  for (const days of [90, 92]) {
    const api = createApi({ ...fakeRender(), clock: () => daysBefore(days) });
    await api.post("/v1/capture", { url }, { key });
    await api.settled();
  }
  await removeOldActivity({
    ...wire(env, createExecutionContext(), () => undefined),
    clock: () => today,
  });
  const { results } = await env.DB.prepare("SELECT day FROM capture_days WHERE day < ?")
    .bind(today.toISOString())
    .all<{ day: string }>();
  expect(results.map(({ day }) => day)).toEqual([daysBefore(90).toISOString().slice(0, 10)]);
});

it("The overview lists recent failures with their escaped reasons.", async () => {
  const { member, key } = await createCapturer();
  const message = "The host answered <script>.";
  const api = createApi({ render: failingRender(new ServiceError("host_error", { message })) });
  await api.post("/v1/capture", { url }, { key });
  await api.settled();
  const page = await member.read("/overview");
  expect(page).toContain("The host answered &lt;script&gt;.");
  expect(page).toContain("host_error");
  expect(page).toContain("1 capture in 30 days, 1 failed.");
  expect(page).not.toContain("<script>");
  expect(page).not.toContain("<b>page");
});

it("The overview shows the requests of the busiest key in the last minute.", async () => {
  const { member, key } = await createCapturer();
  expect(await member.read("/overview")).toContain("Requests in the last minute: 0 of 5");
  const api = createApi(fakeRender());
  for (let i = 0; i < 3; i++) await api.get("/v1/screenshots", { key });
  await api.settled();
  const page = await member.read("/overview");
  expect(page).toContain("Requests in the last minute: 3 of 5");
  expect(page).toContain("laptop &lt;3");
});
