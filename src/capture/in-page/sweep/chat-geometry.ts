// Finds fixed elements in the bottom corners of the window, and their size, position and wrappers.

/** Distances from a bottom corner, in CSS pixels, at which elements are looked up. A launcher is at least 30 px wide. */
const OFFSETS_X = [12, 36, 60, 90, 130];
const OFFSETS_Y = [12, 36, 60, 90, 120, 145, 180];

/** Maximum distance of a widget from the corner. Launchers are often placed above other buttons. */
const MAX_GAP_X = 90;
const MAX_GAP_Y = 170;

/** Maximum size of a panel. A panel may cover a window of the width of a phone. */
const PANEL = { width: 640, height: 900 };
const MIN_SIDE = 24;

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
  const hit = root.elementFromPoint(x, y);
  const shadow = hit?.shadowRoot;
  if (shadow === null || shadow === undefined || shadow === root) return hit;
  const inner = elementAt(shadow, x, y);
  return inner === null || inner === hit ? hit : inner;
}

export function parentOf(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot;
  if (element.parentElement !== null) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** Returns the outermost fixed ancestor that is not as large as the window. */
export function outermostFixed(element: Element): HTMLElement | undefined {
  let fixed: HTMLElement | undefined;
  for (let current: Element | null = element; current !== null; current = parentOf(current)) {
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
  for (let current: Element | null = element; current !== layer; current = parentOf(current)) {
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
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const isInside = ({ x, y }: DOMPoint) => x >= left && x <= right && y >= top && y <= bottom;
  if (element.shadowRoot !== null || points.some(isInside)) return undefined;
  // The content may cover the page.
  if (elementAt(document, innerWidth / 2, innerHeight / 2) === element) return undefined;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs) - MIN_SIDE / 2, Math.min(...ys) - MIN_SIDE / 2];
  const size = (ends: number[], start: number) => Math.max(...ends) + MIN_SIDE / 2 - start;
  return new DOMRect(x, y, size(xs, x), size(ys, y));
}

/** Returns the part of the element and its overflowing children inside the window. */
export function visibleRect(element: Element): DOMRect {
  let { left, top, right, bottom } = element.getBoundingClientRect();
  if (right - left < 1 || bottom - top < 1) {
    // A wrapper without a size positions its children.
    for (const child of [...element.children, ...(element.shadowRoot?.children ?? [])]) {
      const inner = child.getBoundingClientRect();
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

export function isWidgetSized({ width, height }: DOMRect): boolean {
  if (width < MIN_SIDE || height < MIN_SIDE) return false;
  // A bar that spans the window has another purpose.
  const isBar = width > innerWidth * 0.6 && height < innerHeight * 0.5;
  return !isBar && width <= PANEL.width && height <= PANEL.height;
}

export function isInCorner({ left, right, bottom }: DOMRect): boolean {
  const gapX = Math.min(left, innerWidth - right);
  return gapX <= MAX_GAP_X && innerHeight - bottom <= MAX_GAP_Y;
}

/** Returns the ancestors that contain nothing but this element. */
function wrappersOf(element: Element): Element[] {
  const wrappers: Element[] = [];
  for (let child = element; ; child = wrappers.at(-1) ?? child) {
    const parent = parentOf(child);
    if (parent === null || parent.matches(STRUCTURE) || !isOnlyContent(parent, child))
      return wrappers;
    wrappers.push(parent);
  }
}

function isOnlyContent(parent: Element, child: Element): boolean {
  const nodes = [...parent.childNodes, ...(parent.shadowRoot?.childNodes ?? [])];
  return nodes.every((node) => {
    if (node === child) return true;
    if (node.nodeType === Node.TEXT_NODE) return node.textContent?.trim() === "";
    if (!(node instanceof Element)) return true;
    return node.contains(child) || !hasBox(node) || isCandidateSized(node);
  });
}

/**
 * Returns whether a fixed element has the size and the position of a widget or of a part of one, such as its closed panel.
 */
function isCandidateSized(element: Element): boolean {
  if (getComputedStyle(element).position !== "fixed") return false;
  const rect = visibleRect(element);
  return isWidgetSized(rect) && isInCorner(rect);
}

export function hasBox(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

export function withWrappers(widget: HTMLElement): HTMLElement {
  const outermost = wrappersOf(widget).at(-1);
  return outermost instanceof HTMLElement ? outermost : widget;
}
