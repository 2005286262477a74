import fc from "fast-check";
import { expect, it } from "vitest";
import { UpdatableHeap } from "../../../src/lib/updatable-heap.ts";

it("The first item of the heap is always the smallest, after any changes.", () => {
  const change = fc.record({
    item: fc.nat({ max: 12 }),
    order: fc.option(fc.nat({ max: 20 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
      const order = new Map<number, number>();
      const orderOf = (item: number) => order.get(item) ?? NaN;
      const heap = new UpdatableHeap<number>((a, b) => orderOf(a) - orderOf(b) || a - b);
      for (const { item, order: newOrder } of changes) {
        if (newOrder === undefined) {
          heap.delete(item);
          order.delete(item);
        } else {
          order.set(item, newOrder);
          heap.set(item);
        }
        const [smallest] = [...order].toSorted(([a, x], [b, y]) => x - y || a - b);
        expect(heap.first()).toBe(smallest?.[0]);
      }
    }),
  );
});
