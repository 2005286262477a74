// A page with elements in the corners of its window. The chat search removes the elements with `data-chat`.

export type ChatCase = {
  name: string;
  /** Markup after the text of the page. `.fab` is fixed in the lower right corner. `.round` is a button in a group. */
  html: string;
  /** The default is a desktop window. */
  viewport?: { width: number; height: number };
};

export const PHONE = { width: 390, height: 844 };

/** Positions in the lower corners. */
export const BR = "right:24px;bottom:24px;";
export const BL = "left:24px;bottom:24px;";

export const fixed = (style: string) => `style="position:fixed;z-index:9;${style}"`;

export const icon =
  '<svg width="24" height="24" viewBox="0 0 24 24"><path d="M3 3h18v12H8l-5 5z"/></svg>';

export function chatPage({ html }: ChatCase): string {
  const text = "The ferry leaves at seven and comes back when the market closes. ".repeat(30);
  return `<!doctype html><meta name="viewport" content="width=device-width"><style>
    .fab { position: fixed; right: 20px; bottom: 20px; width: 60px; height: 60px; background: teal; border: 0 }
    .round { display: block; width: 52px; height: 52px; background: teal; border: 0 }
  </style><body><p>${text}</p>${html}`;
}
