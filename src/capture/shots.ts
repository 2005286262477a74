// Takes screenshots of a tab, one after another.
import type { Protocol } from "devtools-protocol";
import { ServiceError } from "../contract/errors.ts";
import { ignoreErrors } from "./network/ignore-errors.ts";
import type { Tab } from "./tab.ts";

/** The latest shot of each tab. Chromium mixes up the sizes of concurrent shots. */
const latestShots = new WeakMap<Tab, Promise<unknown>>();

/**
 * Takes a shot after all earlier shots of the tab. A shot beyond the viewport pauses the animations of the page. Throws
 * ServiceError(render_failed) when the browser cannot encode the image.
 */
export async function takeShot(
  tab: Tab,
  parameters: Protocol.Page.CaptureScreenshotRequest,
): Promise<Uint8Array<ArrayBuffer>> {
  const previous = latestShots.get(tab) ?? Promise.resolve();
  const shot = previous.then(() => {
    // This shot briefly resizes the page, which starts transitions of sizes that depend on the window.
    if (parameters.captureBeyondViewport === true) void ignoreErrors(setPlaybackRate(tab, 0));
    return tab.cdp.send("Page.captureScreenshot", parameters);
  });
  // The caller handles a failed shot; the next shot runs regardless.
  latestShots.set(
    tab,
    shot.catch(() => undefined),
  );
  const { data } = await shot;
  // Chromium returns empty data and no error when it cannot encode an image.
  if (data === "")
    throw new ServiceError("render_failed", { message: "The browser returned an empty image." });
  return Uint8Array.fromBase64(data);
}

export async function resumeAnimations(tab: Tab): Promise<void> {
  await setPlaybackRate(tab, 1);
}

async function setPlaybackRate({ cdp }: Tab, playbackRate: number): Promise<void> {
  await cdp.send("Animation.setPlaybackRate", { playbackRate });
}

/** Lets the next shot start immediately. Chromium may never answer a shot of a page that has navigated. */
export function discardPendingShots(tab: Tab): void {
  latestShots.delete(tab);
}
