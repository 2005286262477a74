// Lists the elements and requests of a page that the block_* options removed.
import type { Blocked } from "../../contract/blocked.ts";

type Removed = { requests: number; elements: number };

export function BlockedFacts({ blocked }: { blocked: Blocked }) {
  const { ads, cookie_banners: banners, chats, trackers, incomplete } = blocked;
  const lines: [string, Removed | undefined, string][] = [
    ["Ads", ads, ""],
    ["Cookie banners", banners, banners?.rejected ? "; consent rejected" : ""],
    ["Chats", chats, ""],
    ["Trackers", trackers, ""],
  ];
  return (
    <>
      {lines.map(
        ([label, removed, note]) =>
          removed && (
            <>
              <dt>{label}</dt>
              <dd>
                {removed.requests} requests and {removed.elements} elements removed{note}
              </dd>
            </>
          ),
      )}
      {incomplete && (
        <>
          <dt>Blocking</dt>
          <dd>Incomplete. Some elements may remain.</dd>
        </>
      )}
    </>
  );
}
