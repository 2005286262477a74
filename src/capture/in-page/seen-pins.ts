// Runs in the captured page: remembers how the parts of the page that stay in the window for a while looked. Scripts show
// the contents of such a part one after another, so all elements of the part get the state of the same moment.
import type { PageChanges } from "./page-changes.ts";
import type { StaysInWindow } from "./stays-in-window.ts";

type Look = { opacity: number; values: Record<string, string> };

export function rememberPins(
  changes: PageChanges,
  stays: StaysInWindow,
  lookOf: (element: HTMLElement) => Look,
) {
  /** The moment in which most elements were clearly visible. `score`: these elements minus the translucent ones. */
  type Moment = { score: number; looks: Map<HTMLElement, Look> };

  const pins = new Map<HTMLElement, Moment>();

  return { remember, contains, listHidden };

  function remember(): void {
    const members = new Map<HTMLElement, HTMLElement[]>();
    for (const node of changes.changed.keys()) {
      if (!(node instanceof HTMLElement) || !dom.get(node, "isConnected")) continue;
      const pin = pinOf(node) ?? (isInWindow(node) ? fixedPartAround(node) : undefined);
      if (pin !== undefined && pin !== node) members.set(pin, [...(members.get(pin) ?? []), node]);
    }
    for (const [pin, elements] of members) {
      const known = pins.get(pin);
      if (!isInWindow(pin)) continue;
      const moment = momentOf(elements);
      if (known === undefined || moment.score > known.score) pins.set(pin, moment);
    }
  }

  /** Returns whether the element is in a part that stayed in the window. */
  function contains(element: HTMLElement): boolean {
    return pinOf(element) !== undefined;
  }

  /** Call at the top of the page: returns the remembered looks of the parts that show fewer elements there. */
  function listHidden(): { element: HTMLElement; values: Record<string, string> }[] {
    return [...pins].flatMap(([pin, { score, looks }]) => {
      if (!dom.get(pin, "isConnected") || getComputedStyle(pin).position === "fixed") return [];
      // Sticky headers already have the right state at the top of the page.
      if (dom.rect(pin).top < innerHeight / 2 || momentOf([...looks.keys()]).score >= score)
        return [];
      return [...looks].map(([element, { values }]) => ({ element, values }));
    });
  }

  function momentOf(elements: readonly HTMLElement[]): Moment {
    const looks = new Map(elements.map((element) => [element, lookOf(element)]));
    let score = 0;
    for (const { opacity } of looks.values()) if (opacity > 0) score += opacity >= 0.99 ? 1 : -1;
    return { score, looks };
  }

  function pinOf(element: HTMLElement): HTMLElement | undefined {
    for (let at: HTMLElement | null = element; at !== null; at = dom.parentOf(at))
      if (pins.has(at)) return at;
    return undefined;
  }

  function fixedPartAround(element: HTMLElement): HTMLElement | undefined {
    let part: HTMLElement | undefined;
    for (let at: HTMLElement | null = element; at !== null && stays(at); at = dom.parentOf(at))
      if (/fixed|sticky/.test(getComputedStyle(at).position)) part = at;
    return part;
  }

  function isInWindow(element: HTMLElement): boolean {
    const { top, bottom } = dom.rect(element);
    return top < innerHeight && bottom > 0;
  }
}
