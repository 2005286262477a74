// A binary heap whose items may change their order. Each change costs O(log n).

/** Keeps the smallest item at the front. After the order of an item changes, call set() before any other method. */
export class UpdatableHeap<Item> {
  readonly #items: Item[] = [];
  readonly #positions = new Map<Item, number>();
  readonly #compare: (a: Item, b: Item) => number;

  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  first(): Item | undefined {
    return this.#items[0];
  }

  /** Inserts the item, or moves it to its new position. */
  set(item: Item): void {
    const position = this.#positions.get(item) ?? this.#items.length;
    this.#place(item, position);
    this.#restoreOrder(item, position);
  }

  /** Removes the item if the heap contains it. */
  delete(item: Item): void {
    const position = this.#positions.get(item);
    if (position === undefined) return;
    this.#positions.delete(item);
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    this.#place(last, position);
    this.#restoreOrder(last, position);
  }

  #restoreOrder(item: Item, position: number): void {
    if (this.#moveUp(item, position) === position) this.#moveDown(item, position);
  }

  #moveUp(item: Item, start: number): number {
    let position = start;
    while (position > 0) {
      const parentPosition = (position - 1) >> 1;
      const parent = this.#items[parentPosition];
      if (parent === undefined || this.#compare(item, parent) >= 0) break;
      this.#place(parent, position);
      position = parentPosition;
    }
    this.#place(item, position);
    return position;
  }

  #moveDown(item: Item, start: number): void {
    let position = start;
    for (;;) {
      const childPosition = this.#smallerChild(position);
      const child = this.#items[childPosition];
      if (child === undefined || this.#compare(item, child) <= 0) break;
      this.#place(child, position);
      position = childPosition;
    }
    this.#place(item, position);
  }

  #smallerChild(position: number): number {
    const left = 2 * position + 1;
    const [leftItem, rightItem] = [this.#items[left], this.#items[left + 1]];
    const isRightSmaller =
      leftItem !== undefined && rightItem !== undefined && this.#compare(rightItem, leftItem) < 0;
    return isRightSmaller ? left + 1 : left;
  }

  #place(item: Item, position: number): void {
    this.#items[position] = item;
    this.#positions.set(item, position);
  }
}
