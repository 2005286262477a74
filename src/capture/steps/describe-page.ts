// Reads what the captured page states about itself, for `metadata.page`.
import { type CaptureSource, MAX_URL_LENGTH } from "../../contract/capture.ts";
import { MAX_PAGE_TEXT, type PageFacts } from "../../contract/page-facts.ts";
import { withDeadline } from "../../lib/deadline.ts";
import { withoutCredentials } from "../../lib/without-credentials.ts";
import { describeDocument } from "../in-page/describe-page.ts";
import { evaluateIsolated } from "../isolated-world.ts";
import type { Tab } from "../tab.ts";

const LIMIT_MS = 1_000;

/** Never throws, so that the facts cannot fail a capture. */
export async function describePage(
  tab: Tab,
  { kind }: CaptureSource,
): Promise<{ page?: PageFacts }> {
  try {
    const reading = evaluateIsolated(tab, describeDocument, MAX_PAGE_TEXT);
    const { url, ...texts } = await withDeadline(LIMIT_MS, "page facts", reading);
    // HTML input has no address. A shortened address would lead to another page.
    const hasAddress = kind === "url" && url.length <= MAX_URL_LENGTH;
    const facts = { ...texts, url: hasAddress ? withoutCredentials(url) : "" };
    return { page: Object.fromEntries(Object.entries(facts).filter(([, text]) => text !== "")) };
  } catch {
    // The page navigates or does not respond.
    return {};
  }
}
