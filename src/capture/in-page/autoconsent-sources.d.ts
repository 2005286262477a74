// Declares sources of @duckduckgo/autoconsent that its package does not export. scripts/blocking/page-programs.ts resolves them.
declare module "autoconsent-heuristic-patterns" {
  export const ACCEPT_PATTERNS: (string | RegExp)[];
  export const ACKNOWLEDGE_PATTERNS: (string | RegExp)[];
  export const REJECT_PATTERNS: (string | RegExp)[];
  export const SETTINGS_PATTERNS: (string | RegExp)[];
}

declare module "autoconsent-heuristics" {
  type Button = { text: string; element: HTMLElement };
  export function checkHeuristicPatterns(text: string): { snippets: string[] };
  export function isExcludedPopup(text: string): boolean;
  export function getButtonData(element: Element | ShadowRoot): Button[];
  export function classifyButtonTextRegex(
    text: string,
  ): "reject" | "settings" | "accept" | "acknowledge" | "other";
}

declare module "autoconsent" {
  export * from "@duckduckgo/autoconsent";
  export { default } from "@duckduckgo/autoconsent";
  export type Rules = import("@duckduckgo/autoconsent").CompactCMPRuleset;
}
