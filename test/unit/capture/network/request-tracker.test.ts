// The addresses of unfinished requests in errors.
import type { Protocol } from "devtools-protocol";
import { expect, it } from "vitest";
import { urlNotAllowed } from "../../../../src/capture/network/messages.ts";
import { RequestTracker } from "../../../../src/capture/network/request-tracker.ts";

const long = "a".repeat(1_900_000);

const addresses: [address: string, reported: string][] = [
  ["https://example.com/a?b=c", "https://example.com/a?b=c"],
  [`https://example.com/${long}`, `https://example.com/${"a".repeat(180)}…`],
  [`data:text/html,${long}`, "data:text/html,…"],
  [`data:image/png;base64,${long}`, "data:image/png;base64,…"],
  [`data:${long},b`, `data:${"a".repeat(195)}…`],
  ["data:,", "data:,"],
];

it.each(addresses)("A request for an address (case %#) is reported shortened.", (url, reported) => {
  const tracker = new RequestTracker("main");
  const started = { requestId: "1", request: { url }, type: "Document", frameId: "frame" };
  tracker.start(started as Protocol.Network.RequestWillBeSentEvent);
  expect(tracker.pending).toEqual([reported]);
  tracker.finish("1");
  expect(tracker.pending, "the latest request").toEqual([reported]);
});

it.each(addresses)("A refused address (case %#) is reported shortened.", (url, reported) => {
  expect(urlNotAllowed(url, "scheme").details).toEqual({ url: reported, reason: "scheme" });
});
