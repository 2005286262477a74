// Finds open dialogs that have the name of a consent dialog. Their text may be in a language without patterns.
import { isConsentName } from "./banner-patterns.ts";
import { isVisible } from "./hidden-elements.ts";

const CANDIDATES = ["cookie", "consent"]
  .flatMap((name) => [`[class*="${name}" i]`, `[id*="${name}" i]`])
  .join(", ");

const DIALOG = 'dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"]';
const ANSWER = 'button, [role="button"], input[type="button"], input[type="submit"]';

/** Minimum number of buttons, and minimum width and height in CSS pixels. Tabs for the settings are smaller. */
const MIN_ANSWERS = 2;
const MIN_WIDTH = 200;
const MIN_HEIGHT = 60;

/** The name alone is no reason to hide a dialog, but a reason to wait for its platform. */
export function findNamedDialogs(): Element[] {
  return dom.all(CANDIDATES).filter((element) => {
    const [id, names] = [dom.attribute(element, "id"), dom.attribute(element, "class")];
    if (!isConsentName(`${id} ${names}`) || !isOnTop(element) || !isVisible(element)) return false;
    const { width, height } = dom.rect(element);
    const isLarge = width >= MIN_WIDTH && height >= MIN_HEIGHT;
    return isLarge && dom.all(ANSWER, element).length >= MIN_ANSWERS;
  });
}

function isOnTop(element: Element): boolean {
  return getComputedStyle(element).position === "fixed" || dom.get(element, "matches")(DIALOG);
}
