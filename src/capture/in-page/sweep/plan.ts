// The input and the output of a sweep of one document. Both are sent as JSON.

export type Category = "ads" | "cookie_banners" | "chats" | "trackers";

/** Rules of one category that apply to this document. */
export type ElementRules = {
  category: Category;
  /** CSS selectors of elements to hide. */
  hide: string[];
  /** Selectors in the lists' extended syntax, such as `:has-text()` and `:upward()`. */
  procedural: string[];
  /** Styles that, for example, unlock scrolling or remove reserved space. */
  restyle: [selector: string, declarations: string][];
};

export type SweepPlan = {
  categories: Category[];
  rules: ElementRules[];
  /** Addresses of blocked requests. Their elements are hidden. */
  blocked: [address: string, category: Category][];
  /** Leave open cookie banners to their consent platform and only report them. */
  leaveBanners: boolean;
  /** Press "reject" on a banner of an unknown platform. */
  pressReject: boolean;
  /** Hide banners that the page inserts after this sweep, before they are painted. */
  watch: boolean;
  /** Undo locks of a consent platform that has finished or whose requests were blocked. */
  unlock: boolean;
};

export type SweepResult = {
  /** A cookie banner is open and was left to its consent platform. */
  hasOpenBanner: boolean;
  /** An open banner contains a frame, so only the frame can report its platform. */
  openBannerHasFrame: boolean;
  hasPressedReject: boolean;
  /** The sweep hid, unlocked or restyled an element. */
  hasChanged: boolean;
  /** The document is a frame that contains only a banner. */
  isBanner: boolean;
  /** Tokens that the document has not reported before. */
  tokens: Tokens;
};

/** Classes, ids and links of a document. They select the generic rules that can match. */
export type Tokens = { classes: string[]; ids: string[]; hrefs: string[] };

/** A message that a document sends while it loads or after the last sweep. */
export type DocumentReport = {
  /** Tokens that the document has not reported before. */
  tokens?: Tokens;
  /** A banner has appeared, or the document of a frame mentions the subject of banners. */
  hasBanner?: boolean;
};

/** Number of hidden elements by category. */
export type Removed = Partial<Record<Category, number>>;
