// More concurrent captures than the browsers can start: refused immediately, without a charge.
import { expect, it, onTestFinished, vi } from "vitest";
import type { Context } from "../../../src/domain/context.ts";
import { seedAccount } from "../../support/accounts.ts";
import {
  createPlaces,
  RequestAdmission,
} from "../../../src/domain/screenshots/capture/admission.ts";
import { RecentCaptures } from "../../../src/domain/screenshots/capture/recent-captures.ts";
import type { Fields } from "../../../src/lib/log.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { createHangingDatabase } from "../../support/failing-storage.ts";
import { failingRender, fakeRender, pausedRender } from "../../support/fake-render.ts";
import { recordsOf, usedCredits } from "../../support/records.ts";

const vars = { BROWSER_SESSIONS: "1", CAPTURES_PER_SESSION: "1" };
const body = { url: "https://example.com/" };
/** 25 captures per slot. */
const MAX_CAPTURES = 25;
const REQUESTS = 32;

it("Captures above 25 per slot are refused while the others wait, without a charge, and other accounts are admitted.", async () => {
  const [many, other] = [await seedAccount({ requestsPerMinute: 1_000 }), await seedAccount()];
  const { render, resume } = pausedRender();
  // Each client has a separate network, so that only the places of the account are limited.
  const clients = Array.from({ length: REQUESTS }, () => createApi({ render, vars }));
  const refused: Response[] = [];
  const sent = clients.map(async (api) => {
    const response = await api.post("/v1/capture", body, { key: many.key });
    if (response.status === 503) refused.push(response);
    return response.status;
  });

  // No rendering ends before resume().
  await expect
    .poll(() => refused.length, { timeout: 15_000 })
    .toBeGreaterThanOrEqual(REQUESTS - MAX_CAPTURES);
  await expectError(refused[0]!, 503, "service_unavailable");
  expect(refused[0]!.headers.get("Retry-After")).toBe("1");
  const answer = await createApi({ ...fakeRender(), vars }).post("/v1/capture", body, {
    key: other.key,
  });
  expect(answer.status).toBe(200);

  resume();
  const statuses = await Promise.all(sent);
  await Promise.all(clients.map((api) => api.settled()));
  expect(await recordsOf(many.accountId)).toHaveLength(
    statuses.filter((status) => status === 200).length,
  );
});

it("A capture is refused on arrival, before its key is looked up, with the rate headers of its key.", async () => {
  const account = await seedAccount({ requestsPerMinute: 1_000 });
  const { render, resume } = pausedRender();
  const api = createApi({ render, vars });
  const admitted = Array.from({ length: MAX_CAPTURES }, () =>
    api.post("/v1/capture", body, { key: account.key }),
  );
  await expect.poll(() => recordsOf(account.accountId), { timeout: 15_000 }).toHaveLength(25);
  const { database, state } = createHangingDatabase();

  const answer = await createApi({ vars, bindings: { DB: database } }).post("/v1/capture", body, {
    key: account.key,
  });

  await expectError(answer, 503, "service_unavailable");
  expect(state.calls).toBe(0);
  const [limit, remaining, reset] = ["Limit", "Remaining", "Reset"].map((name) =>
    Number(answer.headers.get(`X-RateLimit-${name}`)),
  );
  // The refusal does not count.
  expect([limit, remaining]).toEqual([1_000, 1_000 - MAX_CAPTURES]);
  expect(reset).toBeGreaterThan(Date.now() / 1_000);

  resume();
  await Promise.all(admitted);
  await api.settled();
  expect(await usedCredits(account.accountId)).toBe(MAX_CAPTURES);
});

it("At most 200 requests of other routes are handled for one account, and other accounts are not refused.", async () => {
  const accounts = { requestsPerMinute: 1_000 };
  const [many, other] = [await seedAccount(accounts), await seedAccount(accounts)];
  const path = "/v1/screenshots/usage";
  const api = createApi();
  for (const { key } of [many, other]) expect((await api.get(path, { key })).status).toBe(200);
  const counted = Promise.withResolvers<void>();
  const limiter = createSlowLimiter(counted.promise);
  const slow = createApi({ limiter });
  const counts = vi.spyOn(limiter, "takeForKey");
  const waiting = Array.from({ length: 200 }, () => slow.get(path, { key: many.key }));
  await expect.poll(() => counts.mock.calls.length).toBe(200);

  const refused = await slow.get(path, { key: many.key });

  await expectError(refused, 503, "service_unavailable");
  expect(refused.headers.get("Retry-After")).toBe("1");
  expect(refused.headers.get("X-RateLimit-Limit")).toBe("1000");
  expect(counts).toHaveBeenCalledTimes(200);
  expect((await api.get(path, { key: other.key })).status).toBe(200);
  counted.resolve();
  await Promise.all(waiting);
  expect((await api.get(path, { key: many.key })).status).toBe(200);
});

it("At most 100 requests of one account wait for the same capture.", async () => {
  const { key } = await seedAccount({ requestsPerMinute: 1_000 });
  const { render, resume } = pausedRender();
  const api = createApi({ render });
  const waits = vi.spyOn(RequestAdmission.prototype, "stepAside");
  onTestFinished(() => waits.mockRestore());
  const send = () => api.post("/v1/capture", { ...body, options: { cache_ttl: 60 } }, { key });
  const sent: Promise<Response>[] = [];
  // Fewer requests arrive at the same time than captures that the isolate admits. The first one captures the page.
  for (let count = 1; count <= 101; count += 1) {
    sent.push(send());
    if (count % 20 === 1) await expect.poll(() => waits.mock.calls.length).toBe(count);
  }

  await expectError(await send(), 503, "service_unavailable");

  resume();
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  await api.settled();
  expect(new Set(statuses)).toEqual(new Set([200]));
}, 40_000);

it("Captures that are refused on arrival share one line of the log per second.", async () => {
  const arrive = vi.spyOn(RequestAdmission.prototype, "arrive").mockReturnValue(false);
  onTestFinished(() => arrive.mockRestore());
  const lines: Fields[] = [];
  let now = Date.now();
  const api = createApi({ lines, clock: () => new Date(now) });
  const refuse = async () => {
    const answer = await api.post("/v1/capture", body, { key: "es_unknown" });
    await expectError(answer, 503, "service_unavailable");
  };

  for (let count = 0; count < 3; count += 1) await refuse();
  now += 1_000;
  await refuse();

  expect(lines).toMatchObject([
    { status: 503, refusals: 1 },
    { status: 503, refusals: 3 },
  ]);
});

it("A capture hashes its key once.", async () => {
  const { key } = await seedAccount();
  const digest = vi.spyOn(crypto.subtle, "digest");
  onTestFinished(() => digest.mockRestore());
  const api = createApi(fakeRender());
  const answer = await api.post("/v1/capture", body, { key });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
  await api.settled();
  const hashed = digest.mock.calls.map(([, data]) => new TextDecoder().decode(data));
  expect(hashed.filter((text) => text === key)).toHaveLength(1);
});

it("Requests whose keys are not valid take no place of an account, and none of another network.", async () => {
  const [known, unknown] = [await seedAccount(), await seedAccount()];
  const rendering = fakeRender();
  const api = createApi({ ...rendering, vars });
  expect((await api.post("/v1/capture", body, { key: known.key })).status).toBe(200);
  const strangers = createApi({ vars, bindings: { DB: createHangingDatabase().database } });
  const waiting: Promise<Response>[] = [];
  for (let count = 0; count < MAX_CAPTURES; count += 1)
    waiting.push(strangers.post("/v1/capture", body, { key: `es_unknown${count}` }));
  await scheduler.wait(50);
  const next = await strangers.post("/v1/capture", body, { key: "es_unknown" });
  await expectError(next, 503, "service_unavailable");
  expect(next.headers.get("X-RateLimit-Limit")).toBe("60");

  for (const { key } of [known, unknown])
    expect((await api.post("/v1/capture", body, { key })).status).toBe(200);
  // The clock refuses the requests that wait for the database.
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([503]));
  await api.settled();
}, 15_000);

it("A rendered capture raises the number of admitted captures, and a failed one does not.", async () => {
  const { key } = await seedAccount();
  const recent = new RecentCaptures();
  const added = vi.spyOn(recent, "add");
  const places = createPlaces(recent);
  const admitted = () =>
    new RequestAdmission({ places, slots: 1, arrivedAt: Date.now(), now: () => Date.now() });
  const failing = createApi({ render: failingRender(new Error("lost")), admission: admitted() });
  expect((await failing.post("/v1/capture", body, { key })).status).toBe(500);
  expect(added).not.toHaveBeenCalled();
  const api = createApi({ ...fakeRender(), admission: admitted() });
  expect((await api.post("/v1/capture", body, { key })).status).toBe(200);
  expect(added).toHaveBeenCalledOnce();
  await Promise.all([failing.settled(), api.settled()]);
});

it("A request that waits for the database for 5 seconds is refused, and starts no capture later.", async () => {
  const account = await seedAccount();
  const { render, requests } = fakeRender();
  const places = createPlaces(new RecentCaptures());
  const arrivedAt = Date.now() - 4_900;
  const admission = new RequestAdmission({ places, slots: 1, arrivedAt, now: () => Date.now() });
  const answered = Promise.withResolvers<void>();
  const limiter = createSlowLimiter(answered.promise);
  const api = createApi({ render, vars, admission, limiter });

  const answer = await api.post("/v1/capture", body, { key: account.key });

  await expectError(answer, 503, "service_unavailable");
  expect(answer.headers.get("Retry-After")).toBe("1");
  expect(answer.headers.get("X-RateLimit-Limit")).toBeTruthy();
  answered.resolve();
  await scheduler.wait(100);
  await api.settled();
  expect(requests).toEqual([]);
  expect(await recordsOf(account.accountId)).toEqual([]);
});

/** Returns a limiter that counts only after the promise has resolved. */
function createSlowLimiter(until: Promise<void>): Context["limiter"] {
  const result = { allowed: true, remaining: 1, resetAtSeconds: 0, retryAfterSeconds: 0 };
  return {
    take: async () => until.then(() => result),
    takeForKey: async () => until.then(() => ({ key: result, account: result, at: undefined })),
    cancel: async () => {},
    countByKey: async () => ({}),
    countsInMonth: async () => ({}),
  };
}
