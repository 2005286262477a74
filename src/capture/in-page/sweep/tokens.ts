// Classes, ids and links of a document: what the lists' generic rules are found by.
import type { SweepResult } from "./plan.ts";

/** Of each kind; a page with more of them is judged by these. */
const MAX_TOKENS = 5_000;

export function collectTokens(): SweepResult["tokens"] {
  const classes = new Set<string>();
  const ids = new Set<string>();
  const hrefs = new Set<string>();
  for (const element of document.querySelectorAll("[class], [id], a[href]")) {
    if (element.id !== "" && ids.size < MAX_TOKENS) ids.add(element.id);
    if (classes.size < MAX_TOKENS) for (const name of element.classList) classes.add(name);
    const href = element.localName === "a" ? element.getAttribute("href") : null;
    if (href !== null && hrefs.size < MAX_TOKENS) hrefs.add(href);
  }
  return { classes: [...classes], ids: [...ids], hrefs: [...hrefs] };
}
