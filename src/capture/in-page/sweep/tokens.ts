// Classes, ids and links of a document: what the lists' generic rules are found by.
import type { Tokens } from "./plan.ts";

/** Of each kind; a page with more of them is judged by these. */
const MAX_TOKENS = 5_000;

const known = { classes: new Set<string>(), ids: new Set<string>(), hrefs: new Set<string>() };

/** Those that were not there the last time. */
export function collectTokens(): Tokens {
  const found: Tokens = { classes: [], ids: [], hrefs: [] };
  const add = (kind: keyof Tokens, token: string | null) => {
    if (token === null || token === "" || known[kind].has(token)) return;
    if (known[kind].size >= MAX_TOKENS) return;
    known[kind].add(token);
    found[kind].push(token);
  };
  for (const element of document.querySelectorAll("[class], [id], a[href]")) {
    // Attributes, because the properties of the same names take ten times as long.
    const names = element.getAttribute("class");
    if (names !== null) for (const name of names.split(/\s+/)) add("classes", name);
    add("ids", element.getAttribute("id"));
    if (element.localName === "a") add("hrefs", element.getAttribute("href"));
  }
  return found;
}

/** Tells what is new, at once, and nothing where there is nothing. */
export function tellTokens(tell: (tokens: string) => void): void {
  const tokens = collectTokens();
  if (tokens.classes.length + tokens.ids.length + tokens.hrefs.length > 0)
    tell(JSON.stringify(tokens));
}
