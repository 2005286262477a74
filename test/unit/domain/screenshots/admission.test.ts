import { expect, it } from "vitest";
import {
  Admission,
  RecentCaptures,
  RequestAdmission,
} from "../../../../src/domain/screenshots/capture/admission.ts";

const UNAVAILABLE = expect.objectContaining({ code: "service_unavailable" });

/** Admits captures of an account until one is refused. Returns the number of admitted captures. */
function fill(admission: Admission, accountId: string, max: number): number {
  for (let count = 0; ; count += 1) if (admission.enter(accountId, max) === undefined) return count;
}

/** Returns a function that creates requests of one isolate with one slot. `age` is in milliseconds. */
function isolate() {
  const places = {
    accounts: new Admission(),
    networks: new Admission(),
    recent: new RecentCaptures(),
  };
  const create = (age = 0) =>
    new RequestAdmission({ places, slots: 1, arrivedAt: 0, now: () => age });
  return { places, create };
}

it("An isolate admits the maximum number of captures, and refuses the others immediately.", () => {
  expect(fill(new Admission(), "a", 200)).toBe(200);
});

it("The maximum is 10 captures per slot but at least 25. After 2 seconds it is the number that is rendered in 5 seconds, up to 25 per slot.", () => {
  const recent = new RecentCaptures();
  recent.restart(10_000);
  const maxima = (now: number) => [1, 8, 100].map((slots) => recent.maxCaptures(slots, now));
  expect(maxima(10_000)).toEqual([25, 80, 1_000]);
  for (let count = 1; count <= 40; count += 1) recent.add(10_000 + count * 50);
  expect(maxima(11_999)).toEqual([25, 80, 1_000]);
  expect(maxima(12_000)).toEqual([25, 100, 100]);
  for (let count = 1; count <= 300; count += 1) recent.add(12_000);
  expect(maxima(12_000)).toEqual([25, 200, 850]);
  // Only the captures of the last 5 seconds count.
  expect(maxima(16_999)).toEqual([25, 200, 301]);
  expect(maxima(17_000)).toEqual([25, 25, 25]);
  recent.restart(18_000);
  expect(maxima(18_000)).toEqual([25, 80, 1_000]);
});

it("An isolate measures its rate only while it has captures for every slot.", () => {
  const places = {
    accounts: new Admission(),
    networks: new Admission(),
    recent: new RecentCaptures(),
  };
  let now = 0;
  const admit = (count: number) => {
    const requests = Array.from(
      { length: count },
      () => new RequestAdmission({ places, slots: 8, arrivedAt: now, now: () => now }),
    );
    return requests.filter((request) => request.arrive({ accountId: "a", network: "n" }));
  };
  expect(admit(7)).toHaveLength(7);
  now = 60_000;
  const admitted = admit(100);
  expect(admitted).toHaveLength(73);

  now += 2_000;
  for (const request of admitted.slice(0, 40)) request.leave();
  expect(admit(1)).toHaveLength(0);
  for (const request of admitted.slice(40)) request.leave();
  expect(admit(100)).toHaveLength(73);
});

it("An account without captures is admitted when another account uses the whole limit.", () => {
  const admission = new Admission();
  fill(admission, "many", 200);
  expect(fill(admission, "other", 200)).toBe(100);
  expect(admission.enter("third", 200)).toBeDefined();
});

it("When a capture ends, another one is admitted.", () => {
  const admission = new Admission();
  const leave = admission.enter("a", 25);
  fill(admission, "a", 25);
  leave?.();
  expect(fill(admission, "a", 25)).toBe(1);
});

it("A request that is 5 seconds old cannot start a capture.", () => {
  const { create } = isolate();
  expect(() => create(4_999).admit("a")).not.toThrow();
  expect(() => create(5_000).admit("a")).toThrow(UNAVAILABLE);
});

it("A request keeps the place that it took on arrival until its capture ends.", () => {
  const { create, places } = isolate();
  const request = create();
  expect(request.arrive({ accountId: "a", network: "n" })).toBe(true);
  const leave = request.admit("a");
  expect(fill(places.accounts, "a", 25)).toBe(24);
  leave();
  expect(fill(places.accounts, "a", 25)).toBe(1);
});

it("Requests of an unknown account take places of their network, and none of an account.", () => {
  const { create, places } = isolate();
  const strangers = Array.from({ length: 30 }, create);
  const arrived = strangers.filter((one) => one.arrive({ accountId: undefined, network: "n" }));
  expect(arrived).toHaveLength(25);
  const another = create();
  expect(another.arrive({ accountId: undefined, network: "another" })).toBe(true);
  another.leave();
  expect(create().arrive({ accountId: "a", network: "n" })).toBe(true);

  arrived[0]?.admit("b");
  expect(fill(places.accounts, "b", 25)).toBe(23);
  expect(create().arrive({ accountId: undefined, network: "n" })).toBe(true);
});

it("A network has places for as many requests of unknown accounts as the isolate admits captures.", () => {
  const { places } = isolate();
  const strangers = Array.from(
    { length: 100 },
    () => new RequestAdmission({ places, slots: 8, arrivedAt: 0, now: () => 0 }),
  );
  const arrived = strangers.filter((one) => one.arrive({ accountId: undefined, network: "n" }));
  expect(arrived).toHaveLength(80);
});

it("A refused request cannot be admitted, and an admitted request cannot be refused.", () => {
  const { create } = isolate();
  const [refused, admitted] = [create(), create()];
  expect(refused.refuse()).toBe(true);
  expect(() => refused.admit("a")).toThrow(UNAVAILABLE);
  expect(() => refused.stepAside()).toThrow(UNAVAILABLE);
  admitted.admit("a");
  expect(admitted.refuse()).toBe(false);
});

it("A request that waits for another capture needs no place, and may become old.", () => {
  const { places } = isolate();
  let age = 0;
  const waiting = new RequestAdmission({ places, slots: 1, arrivedAt: 0, now: () => age });
  waiting.arrive({ accountId: "a", network: "n" });
  waiting.stepAside();
  expect(fill(places.accounts, "b", 25)).toBe(25);
  age = 30_000;
  expect(waiting.refuse()).toBe(false);
  expect(() => waiting.admit("a")).not.toThrow();
});
