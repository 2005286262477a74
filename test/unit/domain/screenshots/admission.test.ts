import { expect, it } from "vitest";
import { Admission, isTooOld } from "../../../../src/domain/screenshots/capture/admission.ts";

/** Admits captures of an account until one is refused. Returns the number of admitted captures. */
function fill(admission: Admission, accountId: string, slots: number): number {
  for (let count = 0; ; count += 1)
    if (admission.enter(accountId, slots) === undefined) return count;
}

it("An isolate admits 25 captures per slot, and refuses the others immediately.", () => {
  expect(fill(new Admission(), "a", 8)).toBe(200);
});

it("An account without captures is admitted when another account uses the whole limit.", () => {
  const admission = new Admission();
  fill(admission, "many", 8);
  expect(fill(admission, "other", 8)).toBe(100);
  expect(admission.enter("third", 8)).toBeDefined();
});

it("When a capture ends, another one is admitted.", () => {
  const admission = new Admission();
  const leave = admission.enter("a", 1);
  fill(admission, "a", 1);
  leave?.();
  expect(fill(admission, "a", 1)).toBe(1);
});

it("A request that is older than 5 seconds is too old to start a capture.", () => {
  expect([isTooOld(0, 5_000), isTooOld(0, 5_001)]).toEqual([false, true]);
});
