// One shot of the page, and what can be asked for.
import type { Protocol } from "devtools-protocol";
import { ServiceError } from "../../contract/errors.ts";
import { reachToTheLeft } from "../in-page/measure.ts";
import type { Area } from "../steps/locate.ts";
import type { Tab } from "../tab.ts";

type Parameters = Protocol.Page.CaptureScreenshotRequest;

/** The latest shot of each tab. Chromium mixes up the sizes of shots that overlap. */
const latest = new WeakMap<Tab, Promise<unknown>>();

/** Waits for the tab's shots before this one. Throws render_failed where the browser cannot encode. */
export async function shoot(tab: Tab, parameters: Parameters): Promise<Uint8Array<ArrayBuffer>> {
  const before = latest.get(tab) ?? Promise.resolve();
  const shot = before.then(() => tab.cdp.send("Page.captureScreenshot", parameters));
  // How it ends matters to whoever asked for it, not to the next.
  latest.set(
    tab,
    shot.catch(() => undefined),
  );
  const { data } = await shot;
  // Chromium answers with nothing, and without an error, where it cannot encode.
  if (data === "")
    throw new ServiceError("render_failed", { message: "The browser returned an empty picture." });
  return Uint8Array.fromBase64(data);
}

/** The page has moved on: Chromium may never answer the shots under way, so nobody waits for them. */
export function forgetShots(tab: Tab): void {
  latest.delete(tab);
}

/** Any rectangle of the document, wherever the window stands. */
export function beyondViewport(area: Area) {
  return { clip: area, captureBeyondViewport: true };
}

/** What the window shows, as a rectangle of the document: scripts may have scrolled it. */
export async function visibleArea({ cdp, page }: Tab): Promise<Area> {
  const [{ cssVisualViewport }, left] = await Promise.all([
    cdp.send("Page.getLayoutMetrics"),
    page.evaluate(reachToTheLeft),
  ]);
  const { pageX, pageY, clientWidth, clientHeight, scale } = cssVisualViewport;
  return { x: pageX + left, y: pageY, width: clientWidth, height: clientHeight, scale };
}
