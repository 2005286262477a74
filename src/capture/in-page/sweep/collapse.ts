// Collapses the empty space around hidden elements: wrappers, labels and reserved heights.
import { hide, isVisible } from "./hidden-elements.ts";
import { isPageSized } from "./placement.ts";
import type { Category } from "./plan.ts";

/** Maximum number of wrappers around one element. Outer ancestors are part of the page. */
const MAX_WRAPPERS = 5;

/** Structural elements of a page. They are never hidden, even if they are empty. */
const STRUCTURE =
  "html, body, main, article, section, aside, header, footer, nav, ul, ol, table, tr, td, form";

const MEDIA = "img, svg, video, canvas, iframe, input, object, embed";

/** Labels and close buttons of advertisements, in the languages of the lists. */
const LABEL =
  /^(?:[×✕✖xX]|close|schließen|fermer|cerrar|chiudi|ads?|advert(?:isement|isements|ising|orial)?|sponsored(?: content)?|anzeigen?|werbung|gesponsert|publicit[ée]|publicidad|patrocinado|anuncios?|pubblicità|annonce|advertentie|reklama?|reklamy|реклама|広告|スポンサー|广告|廣告|광고)[\s:.•–-]*$/i;

/** Hides the ancestors of a hidden element until an ancestor has other visible content. */
export function collapseWrappers(hidden: Element, category: Category): void {
  let wrapper = dom.get(hidden, "parentElement");
  for (let depth = 0; wrapper !== null && depth < MAX_WRAPPERS; depth += 1) {
    if (dom.get(wrapper, "matches")(STRUCTURE) || !isEmpty(wrapper)) return;
    hide(wrapper, category);
    wrapper = dom.get(wrapper, "parentElement");
  }
}

function isEmpty(wrapper: Element): boolean {
  for (const node of dom.get(wrapper, "childNodes")) {
    if (node instanceof Element) {
      if (isVisible(node) && !isLabel(node)) return false;
    } else if (node instanceof Text && !isLabelText(node.data)) {
      return false;
    }
  }
  return true;
}

/** Returns whether the element is empty or has only a label. Excludes large elements, because they may have a background. */
function isLabel(element: Element): boolean {
  if (!isLabelText(dom.get(element, "textContent")) || isPageSized(element)) return false;
  return !dom.get(element, "matches")(MEDIA) && dom.all(MEDIA, element).length === 0;
}

function isLabelText(text: string | null): boolean {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" || LABEL.test(trimmed);
}
