// The shape of a page of the corpus: a plain page that uses one npm package as its documentation describes.

/** An option of a capture, and the part of the corpus that tests it. */
export type BlockOption = "block_chats" | "block_cookie_banners";
export type Part = BlockOption | "full_page_scroll";

export type PackagePage = {
  /** Name of the npm package, without its version. */
  package: string;
  version: string;
  /** The kind of widget, such as a launcher or a dialog, or the way in which the page uses the package. */
  kind: string;
  /** Additional packages that this package requires, with their versions. */
  needs?: Record<string, string>;
  /** Markup at the end of the body. */
  html?: string;
  /** A module, in JSX. It may import `mount` from "mount-react", "mount-vue" and "mount-vue2". */
  module: string;
};

/** A page with a widget that an option removes. */
export type CorpusPage = PackagePage & {
  /** Language of the widget's text. */
  language: string;
};

/** A page whose sections appear while a visitor scrolls. */
export type ScrollPage = PackagePage & {
  /** The content of each section. */
  content: "cards" | "images";
  /** Styles of the page, such as the transitions of classes that the package sets. */
  css?: string;
};

/** Versions of the libraries that many packages expect as peers. `vue2` is an alias. */
export const RUNTIMES: Record<string, string> = {
  react: "18.3.1",
  "react-dom": "18.3.1",
  vue: "3.5.13",
  vue2: "npm:vue@2.7.16",
  jquery: "3.7.1",
  "styled-components": "5.3.11",
};

/** Returns a name for the files and the address of a page. */
export function slugOf({ package: name, kind }: PackagePage): string {
  return `${name}-${kind}`.replaceAll(/[^a-z0-9]+/gi, "-").replaceAll(/^-|-$/g, "");
}
