// Reports what the block_* options removed, for `metadata.blocked`.
import type { Blocked } from "../../contract/blocked.ts";
import { withDeadline } from "../../lib/deadline.ts";
import type { Blocking } from "../blocking/blocking.ts";
import { countRemoved } from "../blocking/sweep-program.ts";
import type { Category } from "../in-page/sweep/plan.ts";
import type { Tab } from "../tab.ts";
import { listDocuments } from "./sweep.ts";

/** Milliseconds for one document. */
const COUNT_LIMIT_MS = 1_000;

/** Counts the requests and elements that are removed now. Never throws, so that counting cannot fail a capture. */
export async function reportBlocked(
  { page }: Tab,
  blocking: Blocking | undefined,
): Promise<{ blocked?: Blocked }> {
  if (blocking === undefined) return {};
  const { categories, requests, consent, issues } = blocking;
  const counts = await Promise.all(
    listDocuments(page).map(({ frame }) =>
      withDeadline(COUNT_LIMIT_MS, "count", countRemoved(frame)).catch(() => undefined),
    ),
  );
  const removedBy = (category: Category) => ({
    requests: requests.counts[category] ?? 0,
    elements: counts.reduce((sum, count) => sum + (count?.[category] ?? 0), 0),
  });
  const { platform, isRejected: rejected } = consent;
  const banners = removedBy("cookie_banners");
  // The sweep does not find a banner that its platform has closed.
  if (consent.hasClosedBanner) banners.elements = Math.max(1, banners.elements);
  return {
    blocked: {
      ...(categories.includes("ads") ? { ads: removedBy("ads") } : {}),
      ...(categories.includes("cookie_banners")
        ? {
            cookie_banners: {
              ...banners,
              rejected,
              ...(platform === undefined ? {} : { platform }),
            },
          }
        : {}),
      ...(categories.includes("chats") ? { chats: removedBy("chats") } : {}),
      ...(categories.includes("trackers") ? { trackers: removedBy("trackers") } : {}),
      ...(issues.isIncomplete ? { incomplete: true } : {}),
    },
  };
}
