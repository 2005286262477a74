// block_resources, block_requests and block_trackers: requests that the browser does not send.
import { expect, inject, it } from "vitest";
import type { CaptureAnswer } from "../../src/contract/screenshot.ts";
import { capture, captureImage } from "../support/capture.ts";
import { expectColour, freshPath, hitsAt, pageOf } from "../support/pages.ts";
import * as colours from "../support/image.ts";

const { origin } = inject("site");

/** A page that loads an image, a script, a style sheet and a frame, and the paths of these. */
function pageWithResources() {
  const paths = { image: freshPath(), script: freshPath(), style: freshPath(), frame: freshPath() };
  const html = `<body style="margin:0;background:green"><link rel=stylesheet href="${origin}${paths.style}">
    <script src="${origin}${paths.script}"></script><img src="${origin}${paths.image}" style="display:none">
    <iframe style="position:fixed;inset:0;border:0;width:100%;height:100%" src="${origin}${paths.frame}"></iframe>`;
  return { url: pageOf(html), paths };
}

async function requestedOf(paths: Record<string, string>): Promise<string[]> {
  const counted = Object.entries(paths).map(
    async ([name, path]) => [name, (await hitsAt(path)).requests] as const,
  );
  return (await Promise.all(counted)).filter(([, count]) => count > 0).map(([name]) => name);
}

it("block_resources blocks requests by type, and a blocked frame is empty.", async () => {
  const { url, paths } = pageWithResources();
  const answer = await capture(url, { block_resources: ["image", "document"] });

  await expectColour(answer, "green");
  expect(await requestedOf(paths)).toEqual(["script", "style"]);
});

it("block_requests blocks the addresses that match a pattern.", async () => {
  const { url, paths } = pageWithResources();
  const [, id] = paths.script.split("?");
  const answer = await capture(url, { block_requests: [`/target?*${id}`, `*${paths.style}`] });

  expect(answer.status).toBe(200);
  expect(await requestedOf(paths)).toEqual(["image", "frame"]);
});

it("block_requests never blocks the page itself.", async () => {
  const block_requests = [new URL(origin).hostname];
  const image = await captureImage("/elements.html", { block_requests });

  colours.expectColour(image, [105, 55], colours.RED);
});

it("block_trackers blocks trackers and counts them, but blocks no advertisements.", async () => {
  const tracker = `${freshPath()}/fbevents.js`;
  const html = `<ins class="adsbygoogle" style="position:fixed;inset:0;background:red"></ins>
    <script src="${origin}${tracker}"></script>`;
  const options = { block_trackers: true, response_type: "json" } as const;
  const answer = await capture(pageOf(html), options);

  expect((await hitsAt(tracker)).requests).toBe(0);
  const { metadata } = (await answer.json<CaptureAnswer>()).data;
  expect(metadata.blocked).toEqual({ trackers: { requests: 1, elements: 0 } });
  await expectColour(await capture(pageOf(html), { block_trackers: true }), "red");
});
