// Runs in the captured page: remembers the final values of numbers that count while they are in view, and shows them again if
// the page has reset them.
import type { StaysInWindow } from "./stays-in-window.ts";

/** Observes the document until `showAgain()` is called. */
export function rememberNumbers(stays: StaysInWindow) {
  /** A number that grew or fell this number of times is counting. Numbers of carousels change less often between resets. */
  const MIN_STEPS = 3;
  /** A number without changes for this time, in milliseconds, is at rest. */
  const QUIET_MS = 150;
  /** Numbers that count for longer than this, in milliseconds, never reach a final value. */
  const ENDLESS_MS = 4_000;
  /** A number with separators, a sign or a currency before it, and a unit after it. */
  const NUMBER = /^[^\p{L}\d]{0,3}(\d[\d.,'’\s]*)[^\d:/]{0,8}$/u;
  /** A separator before three digits separates thousands. */
  const THOUSANDS = /[.,'’\s]+(?=\d{3}(?!\d)|$)/g;

  /** An element or a text between other nodes, whose whole text is the number. */
  type Owner = Element | Text;
  /** Values that only grew or only fell, and the text of the latest one. */
  type Count = {
    from: number;
    to: number;
    text: string;
    steps: number;
    firstAt: number;
    lastAt: number;
  };

  /** The latest count of each number. */
  const counts = new Map<Owner, Count>();
  const counted = new Set<Owner>();
  /** The counts that ended in the window. */
  const finals = new Map<Owner, Count>();

  const observer = new MutationObserver((records) => {
    for (const { target, removedNodes, oldValue } of records) {
      const isLeaf = target instanceof Element && dom.get(target, "firstElementChild") === null;
      if (isLeaf || target instanceof Text)
        noteText(target, oldValue ?? removedNodes[0]?.textContent ?? "");
    }
  });
  observer.observe(document, {
    characterData: true,
    characterDataOldValue: true,
    childList: true,
    subtree: true,
  });

  return {
    remember,
    /** Returns whether no number in the window is counting. */
    isAtRest: () => [...counts].every(([owner, count]) => isAtRest(count) || !isInView(owner)),
    hasCounted: () => counted.size > 0,
    listUnfinished,
    isFinished: (element: Element) =>
      [...counted].every((owner) => elementOf(owner) !== element || finals.has(owner)),
    showAgain,
  };

  function noteText(owner: Owner, before: string): void {
    const text = dom.get(owner, "textContent") ?? "";
    const value = valueOf(text);
    const known = counts.get(owner);
    if (value === undefined || text === known?.text) return;
    const now = performance.now();
    const from = known?.to ?? valueOf(before) ?? value;
    const isSameDirection = known !== undefined && value > known.to === known.to > known.from;
    const count =
      known !== undefined && isSameDirection
        ? { ...known, to: value, text, steps: known.steps + 1, lastAt: now }
        : { from, to: value, text, steps: 1, firstAt: now, lastAt: now };
    counts.set(owner, count);
    if (count.steps >= MIN_STEPS) counted.add(owner);
  }

  function valueOf(text: string): number | undefined {
    const [, digits] = NUMBER.exec(text.trim()) ?? [];
    return digits === undefined
      ? undefined
      : Number(digits.replace(THOUSANDS, "").replace(",", "."));
  }

  /** Stores the values of the numbers in the window that have ended their count. */
  function remember(): void {
    for (const [owner, count] of counts)
      if (count.steps >= MIN_STEPS && isAtRest(count) && isInView(owner)) finals.set(owner, count);
  }

  /** Returns the elements whose numbers counted, but never had a final value in the window. */
  function listUnfinished(): Element[] {
    return [...counted]
      .filter((owner) => !finals.has(owner))
      .flatMap((owner) => elementOf(owner) ?? []);
  }

  /** Shows the final values of the numbers that are at an earlier value of their count. */
  function showAgain(): void {
    observer.disconnect();
    for (const [owner, { from, to, text }] of finals) {
      const value = valueOf(dom.get(owner, "textContent") ?? "");
      const isEarlier = value !== undefined && (from < to ? value < to : value > to);
      if (!isEarlier || !dom.get(owner, "isConnected")) continue;
      // The page may still write to the owner, but has no access to a copy.
      const copy = dom.get(owner, "cloneNode")(false);
      copy.textContent = text;
      dom.get(owner, "parentNode")?.replaceChild(copy, owner);
    }
  }

  function isAtRest({ firstAt, lastAt }: Count): boolean {
    return performance.now() - lastAt >= QUIET_MS || lastAt - firstAt >= ENDLESS_MS;
  }

  /** Excludes numbers that stay in the window, because these may count the scrolled distance. */
  function isInView(owner: Owner): boolean {
    const element = elementOf(owner);
    if (element === null || stays(element)) return false;
    const { top, bottom } = dom.rect(element);
    const middle = (top + bottom) / 2;
    return bottom > top && middle > 0 && middle < innerHeight;
  }

  function elementOf(owner: Owner): Element | null {
    return owner instanceof Element ? owner : dom.get(owner, "parentElement");
  }
}
