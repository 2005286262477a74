// Reads what the captured page states about itself, for `metadata.page`.
import { type CaptureSource, MAX_URL_LENGTH } from "../../contract/capture.ts";
import { MAX_PAGE_TEXT, type PageFacts } from "../../contract/page-facts.ts";
import { withDeadline } from "../../lib/deadline.ts";
import { withoutCredentials } from "../../lib/without-credentials.ts";
import { describeDocument } from "../in-page/describe-page.ts";
import { evaluateIsolated } from "../isolated-world.ts";
import type { Tab } from "../tab.ts";

/** Milliseconds after the shot. A busy page answers only when the browser has drawn it. */
const LIMIT_MS = 1_000;

/**
 * Starts to read the facts, so that they match the next shot. Returns a function that waits for the facts; call it after the
 * shot. Never throws, so that the facts cannot fail a capture.
 */
export function describePage(
  tab: Tab,
  { kind }: CaptureSource,
): () => Promise<{ page?: PageFacts }> {
  const reading = evaluateIsolated(tab, describeDocument, MAX_PAGE_TEXT).then(
    ({ url, ...texts }) => {
      // HTML input has no address. A shortened address would lead to another page.
      const hasAddress = kind === "url" && url.length <= MAX_URL_LENGTH;
      const facts = { ...texts, url: hasAddress ? withoutCredentials(url) : "" };
      return { page: Object.fromEntries(Object.entries(facts).filter(([, text]) => text !== "")) };
    },
    // The page navigates.
    () => ({}),
  );
  // The page does not respond.
  return () => withDeadline(LIMIT_MS, "page facts", reading).catch(() => ({}));
}
