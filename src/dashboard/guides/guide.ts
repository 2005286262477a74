// The guides under /docs, as scripts/guides/page-assets.ts writes them.

export type Guide = {
  /** The path below /docs. */
  slug: string;
  /** The heading in the list of guides. */
  group: string;
  title: string;
  /** The first paragraph as plain text. */
  description: string;
  /** The document without its title. Contains `EXAMPLE_ORIGIN` where the origin of the service belongs. */
  html: string;
  sections: GuideSection[];
};

/** A heading and the text up to the next one. */
export type GuideSection = {
  /** The anchor of the heading; empty for the text below the title. */
  id: string;
  heading: string;
  /** Plain text without code, for the search. */
  text: string;
};

/** The origin that the guides use in examples. The service replaces it with its own. */
export const EXAMPLE_ORIGIN = "http://localhost:8787";
