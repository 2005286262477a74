// Limits the deliveries of each account.
import { expect, it } from "vitest";
import { DeliveryPlaces } from "../../../../src/domain/webhooks/delivery-places.ts";

const PLACES = 20;

const of = (accountId: string, webhookId = `${accountId}1`) => ({ accountId, webhookId });

function occupy(places: DeliveryPlaces, accountId: string, now: number) {
  return Array.from({ length: PLACES }, () => {
    const leave = places.enter(of(accountId), now);
    expect(leave).toBeDefined();
    return leave!;
  });
}

it("An account without a free place does not take the places of another account.", () => {
  const places = new DeliveryPlaces();
  occupy(places, "a", 0);
  expect(places.enter(of("a"), 1)).toBeUndefined();
  expect(places.enter(of("b"), 1)).toBeDefined();
});

it("A delivery that ends makes its place free.", () => {
  const places = new DeliveryPlaces();
  const [leave] = occupy(places, "a", 0);
  leave?.(500);
  expect(places.enter(of("a"), 501)).toBeDefined();
  expect(places.enter(of("a"), 502)).toBeUndefined();
});

it("A delivery whose Worker was stopped keeps its place for a minute.", () => {
  const places = new DeliveryPlaces();
  occupy(places, "a", 0);
  expect(places.enter(of("a"), 60_000)).toBeUndefined();
  expect(places.enter(of("a"), 60_001)).toBeDefined();
});

it("Postponed deliveries return as fast as the receivers respond, after at most a minute.", () => {
  const places = new DeliveryPlaces();
  const postponeMany = (now: number) =>
    Array.from({ length: 100 }, () => places.postpone(of("a"), now));
  const [leave] = occupy(places, "a", 0);
  leave?.(2_000);
  places.enter(of("a"), 2_000);
  // 20 deliveries end in two seconds.
  const delays = postponeMany(2_000);
  expect(delays.filter((seconds) => seconds === 1)).toHaveLength(10);
  expect(delays.filter((seconds) => seconds === 10)).toHaveLength(10);
  expect(Math.max(...delays)).toBe(10);
  for (let count = 0; count < 10; count += 1) postponeMany(2_000);
  expect(places.postpone(of("a"), 2_000)).toBe(60);
});

it("A webhook whose receiver does not respond leaves places for the other webhooks of its account.", () => {
  const places = new DeliveryPlaces();
  const silent = occupy(places, "a", 0);
  const other = of("a", "other");
  const leaves = Array.from({ length: PLACES }, () => places.enter(other, 1));
  expect(leaves.filter((leave) => leave !== undefined)).toHaveLength(10);
  // The delays of a webhook depend on its own receiver.
  leaves[0]?.(101);
  for (let count = 0; count < 20; count += 1) places.postpone(of("a"), 10_000);
  expect(places.postpone(of("a"), 10_000)).toBeGreaterThan(10);
  expect(places.postpone(other, 102)).toBe(1);

  // Above the limit of the account, the silent webhook gets no place that becomes free.
  silent[0]?.(10_000);
  expect(places.enter(of("a"), 10_001)).toBeUndefined();
  expect(places.enter(other, 10_002)).toBeDefined();
});
