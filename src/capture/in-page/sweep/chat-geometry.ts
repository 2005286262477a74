// Finds fixed elements in the bottom corners of the window, and their size, position and wrappers.

/** Distances from a bottom corner, in CSS pixels, at which elements are looked up. A launcher is at least 30 px wide. */
const OFFSETS_X = [12, 36, 60, 90, 130];
const OFFSETS_Y = [12, 36, 60, 90, 120, 145, 180];

/** Maximum distance of a widget from the corner. Launchers are often placed above other buttons. */
const MAX_GAP_X = 90;
const MAX_GAP_Y = 170;

/** Maximum size of a panel in CSS pixels, and as a share of the window. */
const PANEL = { width: 640, height: 900 };
const MAX_SHARE = 0.75;
const MIN_SIDE = 24;

/** The heights in an element, as a share of its height, at which the page under it is looked up. */
const ROOM_POINTS = [0.1, 0.3, 0.5, 0.7, 0.9];

type Size = { width: number; height: number };

/** Maximum distance between the parts of a widget in CSS pixels. */
const MAX_DISTANCE = 40;

/** Elements of a page's structure. They are not widgets. */
export const STRUCTURE = "html, body, main, article, header, footer, nav";

/**
 * Returns the elements at points near the corners, with these points. This takes the same time on a page with many
 * elements.
 */
export function elementsInCorners(): Map<Element, DOMPoint[]> {
  const hits = new Map<Element, DOMPoint[]>();
  for (const offsetY of OFFSETS_Y) {
    for (const offsetX of OFFSETS_X) {
      for (const x of [offsetX, innerWidth - offsetX]) {
        const y = innerHeight - offsetY;
        const hit = elementAt(document, x, y);
        if (hit !== null) hits.set(hit, [...(hits.get(hit) ?? []), new DOMPoint(x, y)]);
      }
    }
  }
  return hits;
}

/** Looks inside open shadow roots. */
export function elementAt(root: DocumentOrShadowRoot, x: number, y: number): Element | null {
  const hit = dom.get(root, "elementFromPoint")(x, y);
  const shadow = hit === null ? null : dom.shadowRootOf(hit);
  if (shadow === null || shadow === root) return hit;
  const inner = elementAt(shadow, x, y);
  return inner === null || inner === hit ? hit : inner;
}

/** Returns the child elements, also those in an open shadow root. */
export function allChildrenOf(element: Element): Element[] {
  const shadowRoot = dom.shadowRootOf(element);
  const inside = shadowRoot === null ? [] : dom.childrenOf(shadowRoot);
  return [...dom.childrenOf(element), ...inside];
}

/** Returns the outermost fixed ancestor that is not as large as the window. */
export function outermostFixed(element: Element): HTMLElement | undefined {
  let fixed: HTMLElement | undefined;
  for (let current: Element | null = element; current !== null; current = dom.parentOf(current)) {
    if (!(current instanceof HTMLElement)) continue;
    const { position, pointerEvents } = getComputedStyle(current);
    if (position !== "fixed") continue;
    const isSized = isWidgetSized(visibleRect(current));
    if (isSized) fixed = current;
    // A layer that covers the window and lets clicks through positions the elements inside it.
    else fixed ??= pointerEvents === "none" ? outermostSized(element, current) : current;
  }
  return fixed;
}

/** Returns the outermost ancestor of an element inside `layer` that has the size of a widget. */
function outermostSized(element: Element, layer: Element): HTMLElement | undefined {
  let outermost: HTMLElement | undefined;
  for (let current: Element | null = element; current !== layer; current = dom.parentOf(current)) {
    if (current === null) return undefined;
    if (current instanceof HTMLElement && isWidgetSized(visibleRect(current))) outermost = current;
  }
  return outermost;
}

/**
 * Returns the visible part of an element whose content is in a closed shadow tree: browsers return the element for points
 * outside it. Returns undefined for other elements.
 */
export function closedTreeRect(element: Element, points: DOMPoint[]): DOMRect | undefined {
  const { left, top, right, bottom } = dom.rect(element);
  const isInside = ({ x, y }: DOMPoint) => x >= left && x <= right && y >= top && y <= bottom;
  if (dom.shadowRootOf(element) !== null || points.some(isInside)) return undefined;
  // The content may cover the page.
  if (elementAt(document, innerWidth / 2, innerHeight / 2) === element) return undefined;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs) - MIN_SIDE / 2, Math.min(...ys) - MIN_SIDE / 2];
  const size = (ends: number[], start: number) => Math.max(...ends) + MIN_SIDE / 2 - start;
  return new DOMRect(x, y, size(xs, x), size(ys, y));
}

/** Returns the part of the element and its overflowing children inside the window. */
export function visibleRect(element: Element): DOMRect {
  let { left, top, right, bottom } = dom.rect(element);
  if (right - left < 1 || bottom - top < 1) {
    // A wrapper without a size positions its children.
    for (const child of allChildrenOf(element)) {
      const inner = dom.rect(child);
      if (inner.width < 1 || inner.height < 1) continue;
      const isFirst = right - left < 1 || bottom - top < 1;
      left = isFirst ? inner.left : Math.min(left, inner.left);
      top = isFirst ? inner.top : Math.min(top, inner.top);
      right = isFirst ? inner.right : Math.max(right, inner.right);
      bottom = isFirst ? inner.bottom : Math.max(bottom, inner.bottom);
    }
  }
  const [x, y] = [Math.max(left, 0), Math.max(top, 0)];
  return new DOMRect(
    x,
    y,
    Math.max(Math.min(right, innerWidth) - x, 0),
    Math.max(Math.min(bottom, innerHeight) - y, 0),
  );
}

/** Returns whether the size is that of a widget. An element that covers most of the window, or a bar, is not a widget. */
export function isWidgetSized(rect: DOMRect): boolean {
  const { width, height } = rect;
  if (width < MIN_SIDE || height < MIN_SIDE) return false;
  const isBar = width > innerWidth * 0.6 && height < innerHeight * 0.5;
  return !isBar && fits(rect, PANEL) && width * height <= innerWidth * innerHeight * MAX_SHARE;
}

export function fits({ width, height }: Size, limit: Size): boolean {
  return width <= limit.width && height <= limit.height;
}

export function isInCorner({ left, right, bottom }: DOMRect): boolean {
  const gapX = Math.min(left, innerWidth - right);
  return gapX <= MAX_GAP_X && innerHeight - bottom <= MAX_GAP_Y;
}

/** Returns the ancestors that contain nothing but this element. */
export function wrappersOf(element: Element): Element[] {
  const wrappers: Element[] = [];
  for (let child = element; ; child = wrappers.at(-1) ?? child) {
    const parent = dom.parentOf(child);
    if (parent === null || dom.get(parent, "matches")(STRUCTURE) || !isOnlyContent(parent, child))
      return wrappers;
    wrappers.push(parent);
  }
}

/** Returns whether the parent shows only this child, or also parts of widgets. */
export function isOnlyContent(parent: Element, child: Element): boolean {
  const shadowRoot = dom.shadowRootOf(parent);
  const nodes = [parent, shadowRoot].flatMap((tree) =>
    tree === null ? [] : [...dom.get(tree, "childNodes")],
  );
  return nodes.every((node) => {
    if (node === child) return true;
    if (node instanceof Text) return node.data.trim() === "";
    if (!(node instanceof Element)) return true;
    return dom.get(node, "contains")(child) || !hasBox(node) || isPartOf(child, node);
  });
}

/** Returns whether a fixed element has the size and the position of a part of the widget, such as its closed panel. */
function isPartOf(widget: Element, element: Element): boolean {
  if (getComputedStyle(element).position !== "fixed") return false;
  const rect = visibleRect(element);
  return isWidgetSized(rect) && isNear(visibleRect(widget), rect);
}

/** Returns whether the distance between a widget and an element is that between parts of one widget. */
export function isNear(widget: DOMRect, part: DOMRect): boolean {
  const gapX = Math.max(widget.left - part.right, part.left - widget.right);
  const gapY = Math.max(widget.top - part.bottom, part.top - widget.bottom);
  return Math.max(gapX, gapY) <= MAX_DISTANCE;
}

/** Returns whether nothing else of the page is under the element, as under a column of the page. */
export function hasOwnRoom(element: Element, { left, top, width, height }: DOMRect): boolean {
  const isRelated = (other: Element) =>
    dom.get(other, "contains")(element) || dom.get(element, "contains")(other);
  return ROOM_POINTS.every((share) => {
    const [x, y] = [left + width / 2, top + height * share];
    return dom.get(document, "elementsFromPoint")(x, y).every(isRelated);
  });
}

export function hasBox(element: Element): boolean {
  const { width, height } = dom.rect(element);
  return width > 0 && height > 0;
}
