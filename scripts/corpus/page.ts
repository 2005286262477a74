// The shape of a page of the corpus: a plain page that uses one npm package as its documentation describes.

export type Option = "block_chats" | "block_cookie_banners";

export type CorpusPage = {
  /** Name of the npm package, without its version. */
  package: string;
  version: string;
  /** What the package shows: launcher, panel, bar, dialog … */
  kind: string;
  /** Language of the widget's text. */
  language: string;
  /** Additional packages that this package requires, with their versions. */
  needs?: Record<string, string>;
  /** Markup at the end of the body. */
  html?: string;
  /** A module, in JSX. It may import `mount` from "mount-react", "mount-vue" and "mount-vue2". */
  module: string;
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
