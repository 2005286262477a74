import { expect, it } from "vitest";
import {
  Admission,
  createPlaces,
  RequestAdmission,
} from "../../../../src/domain/screenshots/capture/admission.ts";
import { RecentCaptures } from "../../../../src/domain/screenshots/capture/recent-captures.ts";

const UNAVAILABLE = expect.objectContaining({ code: "service_unavailable" });

/** Admits captures of an account until one is refused. Returns the number of admitted captures. */
function fill(admission: Admission, accountId: string, max: number, now = 0): number {
  for (let count = 0; ; count += 1)
    if (admission.enter(accountId, max, now) === undefined) return count;
}

/** Returns a function that creates requests of one isolate with one slot. `age` is in milliseconds. */
function isolate() {
  const places = createPlaces(new RecentCaptures());
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
  const places = createPlaces(new RecentCaptures());
  let now = 0;
  const admit = (count: number) => {
    const requests = Array.from(
      { length: count },
      () => new RequestAdmission({ places, slots: 8, arrivedAt: now, now: () => now }),
    );
    return requests.filter((request) =>
      request.arrive({ isCapture: true, accountId: "a", network: "n" }),
    );
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
  expect(admission.enter("third", 200, 0)).toBeDefined();
});

it("When a capture ends, another one is admitted.", () => {
  const admission = new Admission();
  const leave = admission.enter("a", 25, 0);
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
  expect(request.arrive({ isCapture: true, accountId: "a", network: "n" })).toBe(true);
  const leave = request.admit("a");
  expect(fill(places.captures, "a", 25)).toBe(24);
  leave();
  expect(fill(places.captures, "a", 25)).toBe(1);
});

it("Requests of an unknown account take places of their network, and none of an account.", () => {
  const { create, places } = isolate();
  const strangers = Array.from({ length: 30 }, create);
  const arrived = strangers.filter((one) =>
    one.arrive({ isCapture: true, accountId: undefined, network: "n" }),
  );
  expect(arrived).toHaveLength(25);
  const another = create();
  expect(another.arrive({ isCapture: true, accountId: undefined, network: "another" })).toBe(true);
  another.leave();
  expect(create().arrive({ isCapture: true, accountId: "a", network: "n" })).toBe(true);

  arrived[0]?.admit("b");
  expect(fill(places.captures, "b", 25)).toBe(23);
  expect(create().arrive({ isCapture: true, accountId: undefined, network: "n" })).toBe(true);
});

it("A network has places for as many requests of unknown accounts as the isolate admits captures.", () => {
  const { places } = isolate();
  const strangers = Array.from(
    { length: 100 },
    () => new RequestAdmission({ places, slots: 8, arrivedAt: 0, now: () => 0 }),
  );
  const arrived = strangers.filter((one) =>
    one.arrive({ isCapture: true, accountId: undefined, network: "n" }),
  );
  expect(arrived).toHaveLength(80);
});

it("A refused request cannot be admitted, and an admitted request cannot be refused.", () => {
  const { create } = isolate();
  const [refused, admitted] = [create(), create()];
  expect(refused.refuse()).toBe(true);
  expect(() => refused.admit("a")).toThrow(UNAVAILABLE);
  expect(() => refused.stepAside("a")).toThrow(UNAVAILABLE);
  admitted.admit("a");
  expect(admitted.refuse()).toBe(false);
});

it("A request that waits for another capture takes no place of a capture, and may become old.", () => {
  const { places } = isolate();
  let age = 0;
  const waiting = new RequestAdmission({ places, slots: 1, arrivedAt: 0, now: () => age });
  waiting.arrive({ isCapture: true, accountId: "a", network: "n" });
  waiting.stepAside("a");
  expect(fill(places.captures, "b", 25)).toBe(25);
  age = 30_000;
  expect(waiting.refuse()).toBe(false);
  expect(() => waiting.admit("a")).not.toThrow();
});

it("An isolate has 100 places for requests that wait for another capture, and accounts share them.", () => {
  const { create, places } = isolate();
  const wait = (accountId: string) => {
    const request = create();
    request.stepAside(accountId);
    return request;
  };
  const [first] = Array.from({ length: 100 }, () => wait("a"));
  expect(() => wait("a")).toThrow(UNAVAILABLE);
  expect(() => wait("b")).not.toThrow();
  // A request that captures itself returns its place.
  first?.admit("a");
  expect(places.waiting.total(0)).toBe(100);
  first?.leave();
  expect(places.captures.total(0)).toBe(0);
});

it("An isolate has 200 places for requests of other routes. A request that captures exchanges its place.", () => {
  const { create, places } = isolate();
  const arrive = (accountId: string) => {
    const request = create();
    return request.arrive({ isCapture: false, accountId, network: "n" }) ? request : undefined;
  };
  const [first] = Array.from({ length: 200 }, () => arrive("a"));
  expect(arrive("a")).toBeUndefined();
  expect(arrive("b")).toBeDefined();
  first?.admit("a");
  expect(places.requests.total(0)).toBe(200);
  expect(places.captures.total(0)).toBe(1);
  first?.leave();
  expect(places.captures.total(0)).toBe(0);
});

it("The places of requests that the runtime has dropped expire after 2 minutes.", () => {
  const admission = new Admission();
  const leave = admission.enter("a", 25, 0);
  expect(fill(admission, "a", 25, 1_000)).toBe(24);
  expect(fill(admission, "a", 25, 119_999)).toBe(0);
  expect(fill(admission, "a", 25, 120_000)).toBe(1);
  leave?.();
  expect(admission.total(120_000)).toBe(25);
  expect(admission.total(240_000)).toBe(0);
  expect(fill(admission, "a", 25, 240_000)).toBe(25);
});
