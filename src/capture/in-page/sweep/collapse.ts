// Collapses the empty space around hidden elements: wrappers, labels and reserved heights.
import { hide, isVisible } from "./hidden-elements.ts";
import type { Category } from "./plan.ts";

/** Maximum number of wrappers around one element. Outer ancestors are part of the page. */
const MAX_WRAPPERS = 5;

/** Structural elements of a page. They are never hidden, even if they are empty. */
const STRUCTURE =
  "html, body, main, article, section, aside, header, footer, nav, ul, ol, table, tr, td, form";

/** Labels and close buttons of advertisements, in the languages of the lists. */
const LABEL =
  /^(?:[×✕✖xX]|close|schließen|fermer|cerrar|chiudi|ads?|advert(?:isement|isements|ising|orial)?|sponsored(?: content)?|anzeigen?|werbung|gesponsert|publicit[ée]|publicidad|patrocinado|anuncios?|pubblicità|annonce|advertentie|reklama?|reklamy|реклама|広告|スポンサー|广告|廣告|광고)[\s:.•–-]*$/i;

/** Hides the ancestors of a hidden element until an ancestor has other visible content. */
export function collapseWrappers(hidden: Element, category: Category): void {
  let wrapper = hidden.parentElement;
  for (let depth = 0; wrapper !== null && depth < MAX_WRAPPERS; depth += 1) {
    if (wrapper.matches(STRUCTURE) || !isEmpty(wrapper)) return;
    hide(wrapper, category);
    wrapper = wrapper.parentElement;
  }
}

function isEmpty(wrapper: Element): boolean {
  for (const node of wrapper.childNodes) {
    if (node instanceof Element) {
      if (isVisible(node) && !isLabel(node)) return false;
    } else if (node.nodeType === Node.TEXT_NODE && !isLabelText(node.textContent)) {
      return false;
    }
  }
  return true;
}

function isLabel(element: Element): boolean {
  if (!isLabelText(element.textContent)) return false;
  return element.querySelector("img, svg, video, canvas, iframe, input, object, embed") === null;
}

function isLabelText(text: string | null): boolean {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" || LABEL.test(trimmed);
}
