// Limits the deliveries of each account.
import { expect, it } from "vitest";
import { DeliveryPlaces } from "../../../../src/domain/webhooks/delivery-places.ts";

const PLACES = 20;

function occupy(places: DeliveryPlaces, accountId: string, now: number) {
  return Array.from({ length: PLACES }, () => {
    const leave = places.enter(accountId, now);
    expect(leave).toBeDefined();
    return leave!;
  });
}

it("An account without a free place does not take the places of another account.", () => {
  const places = new DeliveryPlaces();
  occupy(places, "a", 0);
  expect(places.enter("a", 1)).toBeUndefined();
  expect(places.enter("b", 1)).toBeDefined();
});

it("A delivery that ends makes its place free.", () => {
  const places = new DeliveryPlaces();
  const [leave] = occupy(places, "a", 0);
  leave?.(500);
  expect(places.enter("a", 501)).toBeDefined();
  expect(places.enter("a", 502)).toBeUndefined();
});

it("A delivery whose Worker was stopped keeps its place for a minute.", () => {
  const places = new DeliveryPlaces();
  occupy(places, "a", 0);
  expect(places.enter("a", 60_000)).toBeUndefined();
  expect(places.enter("a", 60_001)).toBeDefined();
});

it("Postponed deliveries return as fast as the receivers respond, after at most a minute.", () => {
  const places = new DeliveryPlaces();
  const postponeMany = (now: number) =>
    Array.from({ length: 100 }, () => places.postpone("a", now));
  const [leave] = occupy(places, "a", 0);
  leave?.(2_000);
  places.enter("a", 2_000);
  // 20 deliveries end in two seconds.
  const delays = postponeMany(2_000);
  expect(delays.filter((seconds) => seconds === 1)).toHaveLength(10);
  expect(delays.filter((seconds) => seconds === 10)).toHaveLength(10);
  expect(Math.max(...delays)).toBe(10);
  for (let count = 0; count < 10; count += 1) postponeMany(2_000);
  expect(places.postpone("a", 2_000)).toBe(60);
});
