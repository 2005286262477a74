// Collects the classes, ids and links of this document.
import type { Tokens } from "./plan.ts";

/** Maximum number of tokens of each kind. Additional tokens are ignored. */
const MAX_TOKENS = 5_000;

const reported = { classes: new Set<string>(), ids: new Set<string>(), hrefs: new Set<string>() };

/** Returns the tokens that earlier calls have not returned. */
export function collectTokens(): Tokens {
  const added: Tokens = { classes: [], ids: [], hrefs: [] };
  const add = (kind: keyof Tokens, token: string | null) => {
    if (token === null || token === "" || reported[kind].has(token)) return;
    if (reported[kind].size >= MAX_TOKENS) return;
    reported[kind].add(token);
    added[kind].push(token);
  };
  for (const element of dom.all("[class], [id], a[href]")) {
    // Reading an attribute is ten times as fast as reading the property of the same name.
    const names = dom.attribute(element, "class");
    if (names !== null) for (const name of names.split(/\s+/)) add("classes", name);
    add("ids", dom.attribute(element, "id"));
    if (element instanceof HTMLAnchorElement) add("hrefs", dom.attribute(element, "href"));
  }
  return added;
}
