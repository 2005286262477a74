// Runs in the captured page: remembers the shapes that transitions gave to elements in the window, such as the width of a
// progress bar, and gives them to the elements again that the page has reset on the way back to the top.
import type { StaysInWindow } from "./stays-in-window.ts";

export function rememberShapes(stays: StaysInWindow) {
  /** Properties with which pages draw bars, lines and highlights. */
  const SHAPES = /^(max-)?(width|height)$|^stroke-dash(offset|array)$|^background-size$/;
  /** seen-sections.ts remembers these properties of HTML elements, but not of pseudo-elements and SVG. */
  const REVEALS = /^(transform|translate|scale|rotate|clip-path|opacity|visibility)$/;
  /** Marks the elements that have their shape again. */
  const SHAPED = "data-shaped-again";

  /** `distancePx`: from the middle of the element to the middle of the window when it had these values. */
  type Shape = {
    element: Element;
    pseudo: string;
    distancePx: number;
    values: Map<string, string>;
  };

  const shapes: Shape[] = [];
  const noteTransition = ({ target, pseudoElement, propertyName }: TransitionEvent) => {
    if (!(target instanceof Element) || /^(html|body)$/.test(dom.get(target, "localName"))) return;
    const isRevealed = pseudoElement !== "" || target instanceof SVGElement;
    if (!SHAPES.test(propertyName) && !(isRevealed && REVEALS.test(propertyName))) return;
    const known = shapes.find(
      ({ element, pseudo }) => element === target && pseudo === pseudoElement,
    );
    const shape = known ?? newShape(target, pseudoElement);
    if (!shape.values.has(propertyName)) shape.values.set(propertyName, "");
  };
  addEventListener("transitionrun", noteTransition, true);

  return {
    /** Stores the shapes of the elements in the window. */
    remember: () => {
      for (const shape of shapes) {
        const { top, bottom } = dom.rect(shape.element);
        const distancePx = Math.abs((top + bottom - innerHeight) / 2);
        const isInWindow = bottom > 0 && top < innerHeight;
        if (isInWindow && distancePx <= shape.distancePx) store(shape, distancePx);
      }
    },
    /** Gives the elements below the window their shapes again. */
    showAgain: () => {
      removeEventListener("transitionrun", noteTransition, true);
      const reset = shapes.filter(isResetBelow);
      const sheet = new CSSStyleSheet();
      for (const [index, { element, pseudo, values }] of reset.entries()) {
        const name = `${SHAPED}${pseudo.replaceAll(":", "-")}`;
        dom.get(element, "setAttribute")(name, String(index));
        const declarations = [["transition", "none"], ...values].map((pair) => pair.join(": "));
        const style = declarations.map((declaration) => `${declaration} !important`).join("; ");
        sheet.insertRule(`[${name}="${index}"]:not(#_)${pseudo} { ${style} }`);
      }
      if (reset.length > 0) dom.get(document, "adoptedStyleSheets").push(sheet);
    },
  };

  function newShape(element: Element, pseudo: string): Shape {
    const shape = { element, pseudo, distancePx: Number.POSITIVE_INFINITY, values: new Map() };
    shapes.push(shape);
    return shape;
  }

  function store(shape: Shape, distancePx: number): void {
    shape.distancePx = distancePx;
    for (const name of shape.values.keys()) shape.values.set(name, finalValue(shape, name));
  }

  /** Returns the end of a running transition: the walk need not wait for it. */
  function finalValue({ element, pseudo }: Shape, name: string): string {
    for (const animation of dom.get(element, "getAnimations")({ subtree: pseudo !== "" })) {
      const { effect } = animation;
      if (!(animation instanceof CSSTransition) || animation.transitionProperty !== name) continue;
      if (!(effect instanceof KeyframeEffect) || effect.target !== element) continue;
      if ((effect.pseudoElement ?? "") !== pseudo) continue;
      const property = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      const value = effect.getKeyframes().at(-1)?.[property];
      if (typeof value === "string") return value;
    }
    return getComputedStyle(element, pseudo).getPropertyValue(name);
  }

  /** Returns whether the element had other values in the window than now, and its end is below the window. */
  function isResetBelow(shape: Shape): boolean {
    const { element, values, distancePx } = shape;
    if (!Number.isFinite(distancePx) || !dom.get(element, "isConnected")) return false;
    if (dom.rect(element).bottom <= innerHeight || stays(element)) return false;
    return [...values].some(([name, value]) => finalValue(shape, name) !== value);
  }
}
