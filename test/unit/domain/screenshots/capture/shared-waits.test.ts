// Requests that wait for the same capture share their queries.
import { expect, it, vi } from "vitest";
import { SharedWaits } from "../../../../../src/domain/screenshots/capture/shared-waits.ts";

const query = { accountId: "a", cacheKey: "k", since: new Date(5_000) };
const endsAt = new Date(60_000);
const now = new Date(10_000);

it("Requests that wait for the same capture start one query in each interval.", async () => {
  const waits = new SharedWaits();
  const find = vi.fn(async () => true);
  const requests = Array.from({ length: 50 }, () => waits.join(query, endsAt, now, find));
  const ask = (nowMs: number) => Promise.all(requests.map((mustWait) => mustWait(nowMs, 100)));
  expect(await ask(10_000)).not.toContain(false);
  expect(await ask(10_099)).not.toContain(false);
  expect(find).toHaveBeenCalledTimes(1);
  find.mockResolvedValue(false);
  await ask(10_100);
  expect(find).toHaveBeenCalledTimes(2);
  expect(await ask(10_101)).not.toContain(true);
  expect(find).toHaveBeenCalledTimes(2);
});

it("A request does not use a query that started before its capture.", async () => {
  const waits = new SharedWaits();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const first = waits.join(query, endsAt, now, () => promise)(10_000, 100);
  const mustWait = waits.join(query, endsAt, now, async () => true);
  resolve(false);
  expect(await first).toBe(false);
  expect(await mustWait(10_001, 100)).toBe(true);
  expect(await mustWait(10_200, 100)).toBe(true);
});

it("Requests for different images or accounts do not share queries.", async () => {
  const waits = new SharedWaits();
  const find = vi.fn(async () => true);
  for (const other of [{}, { cacheKey: "l" }, { accountId: "b" }])
    await waits.join({ ...query, ...other }, endsAt, now, find)(10_000, 100);
  expect(find).toHaveBeenCalledTimes(3);
});

it("A query covers the captures of all requests that share it.", async () => {
  const waits = new SharedWaits();
  const find = vi.fn(async () => true);
  const mustWait = waits.join(query, endsAt, now, find);
  waits.join({ ...query, since: new Date(1_000) }, endsAt, now, find);
  await mustWait(10_000, 100);
  expect(find).toHaveBeenCalledWith({ ...query, since: new Date(1_000) });
});
