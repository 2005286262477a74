// What a sweep of one document is told, and what it answers. Both cross the protocol as JSON.

export type Category = "ads" | "cookie_banners" | "chats";

/** Rules of one category that apply to this document. */
export type ElementRules = {
  category: Category;
  /** CSS selectors of what is to be hidden. */
  hide: string[];
  /** Selectors beyond CSS, in the lists' own words (`:has-text()`, `:upward()`). */
  procedural: string[];
  /** Selector and declarations: scrolling unlocked, space given back. */
  restyle: [selector: string, declarations: string][];
};

export type SweepPlan = {
  wanted: Category[];
  rules: ElementRules[];
  /** Addresses that were not loaded; the elements that asked for them are removed. */
  blocked: [address: string, category: Category][];
  /** Leave a cookie banner that is open to its consent platform for now, and say so. */
  holdBanner: boolean;
  /** Press "reject" on a banner of no known platform. */
  pressReject: boolean;
  /** A consent platform has answered or was not loaded: what it locked may still be locked. */
  unlock: boolean;
};

export type SweepResult = {
  /** A cookie banner is open and was left so. */
  held: boolean;
  /** What it says stands in a frame: only that frame knows more. */
  heldInFrame: boolean;
  rejected: boolean;
  /** The document is not what it was before: something was hidden, unlocked or given another style. */
  changed: boolean;
  /** This document is a frame that shows a banner and nothing else. */
  isBanner: boolean;
  /** What rules may be found by, as far as it was not told before. */
  tokens: Tokens;
};

export type Tokens = { classes: string[]; ids: string[]; hrefs: string[] };

/** Elements that were in sight and are no more. */
export type Removed = Partial<Record<Category, number>>;
