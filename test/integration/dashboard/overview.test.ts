// The overview: captures per day, recent failures and usage of the limits.
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { ServiceError } from "../../../src/contract/errors.ts";
import { createApi } from "../../support/api.ts";
import { failingRender, fakeRender } from "../../support/fake-render.ts";
import { createMember } from "../../support/visitor.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const url = "https://example.com/<b>page</b>";

async function createCapturer() {
  const member = await createMember();
  const created = await member.submit("/keys", { name: "laptop <3" });
  const [key = ""] = /es_[0-9A-Za-z]{40}/.exec(created) ?? [];
  return { member, key };
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

it("The chart counts the captures of the account per day, including deleted ones.", async () => {
  const { member, key } = await createCapturer();
  const api = createApi(fakeRender());
  const other = await createCapturer();
  await api.post("/v1/capture", { url }, { key: other.key });
  for (const days of [0, 0, 3, 40]) {
    const answer = await api.post("/v1/capture", { url }, { key });
    await api.settled();
    await env.DB.prepare("UPDATE screenshots SET created_at = ? WHERE id = ?")
      .bind(Date.now() - days * DAY_MS, answer.headers.get("X-Screenshot-Id"))
      .run();
    if (days === 3)
      await api.send("DELETE", `/v1/screenshots/${answer.headers.get("X-Screenshot-Id")}`, { key });
  }
  const page = await member.read("/overview");
  expect(page).toContain("3 captures in 30 days, 0 failed.");
  expect(page).toContain(`<title>${daysAgo(0)}: 2 captures, 0 failed</title>`);
  expect(page).toContain(`<title>${daysAgo(3)}: 1 capture, 0 failed</title>`);
  expect(page.match(/<title>\d{4}/g)).toHaveLength(30);
  expect(page).toContain("No failures in the last 30 days.");
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
