// Clicks elements of the loaded page and moves the mouse over one, as a visitor does.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { Budget } from "../budget.ts";
import { frameDrawn } from "../in-page/measure.ts";
import { pointerTarget } from "../in-page/pointer-target.ts";
import { evaluateIsolated } from "../isolated-world.ts";
import type { Tab } from "../tab.ts";
import { waitForRequests } from "./wait-for-requests.ts";
import { pause } from "../../lib/pause.ts";

/**
 * Milliseconds for an element to appear and to come to rest, for example in a menu that the previous click has opened, and for
 * a loading screen that covers the element to disappear.
 */
const ELEMENT_LIMIT_MS = 2_000;

const POLL_MS = 50;

/** Milliseconds for the requests that a click has started. */
const REQUESTS_LIMIT_MS = 3_000;

/** Maximum wait for a frame. The click continues without this wait if the page draws frames more slowly. */
const FRAME_LIMIT_MS = 200;

/** The clicks that are left. They continue on the next document when a click navigates. */
export type PendingClicks = [index: number, selector: string][];

type Point = { x: number; y: number };

export function listClicks({ click = [] }: CaptureOptions): PendingClicks {
  return [...click.entries()];
}

/**
 * Clicks the elements in order and removes each click from the list before it runs. Then moves the mouse over `hover`.
 * Skips elements that do not appear. Throws ServiceError(selector_not_found) for such an element when
 * `error_on_click_selector_not_found` is set. On a frozen page, nothing inside the page can wait for a frame.
 */
export async function interact(
  tab: Tab,
  clicks: PendingClicks,
  options: CaptureOptions,
  budget: Budget,
  isFrozen: boolean,
): Promise<void> {
  for (let next = clicks.shift(); next !== undefined; next = clicks.shift()) {
    const [index, selector] = next;
    const target = await budget.run("click", () => waitForTarget(tab, selector, isFrozen));
    if ("x" in target) await budget.run("click", () => click(tab, target, isFrozen));
    else if (options.error_on_click_selector_not_found)
      throw notFound("click", target.reason, index);
  }
  const { hover } = options;
  if (hover === undefined) return;
  await budget.run("hover", async () => {
    const target = await waitForTarget(tab, hover, isFrozen);
    if ("x" in target) await moveMouse(tab, target, isFrozen);
    else if (options.error_on_click_selector_not_found) throw notFound("hover", target.reason);
  });
}

async function waitForTarget(tab: Tab, selector: string, isFrozen: boolean) {
  const endsAt = Date.now() + ELEMENT_LIMIT_MS;
  for (;;) {
    const target = await evaluateIsolated(tab, pointerTarget, selector, !isFrozen);
    if (("x" in target && target.isReady) || Date.now() >= endsAt) return target;
    await pause(POLL_MS);
  }
}

/** Clicks, then waits for a frame and for the requests that the click starts, such as the one for the next document. */
async function click(tab: Tab, { x, y }: Point, isFrozen: boolean): Promise<void> {
  const earlier = new Set(tab.traffic.unfinished.keys());
  const button = { x, y, button: "left", clickCount: 1 } as const;
  await Promise.all([
    tab.cdp.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y }),
    tab.cdp.send("Input.dispatchMouseEvent", { type: "mousePressed", ...button }),
    tab.cdp.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...button }),
  ]);
  if (!isFrozen) await evaluateIsolated(tab, frameDrawn, FRAME_LIMIT_MS);
  await waitForRequests(tab, earlier, REQUESTS_LIMIT_MS);
}

async function moveMouse(tab: Tab, point: Point, isFrozen: boolean): Promise<void> {
  await tab.cdp.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...point });
  if (!isFrozen) await evaluateIsolated(tab, frameDrawn, FRAME_LIMIT_MS);
}

function notFound(
  option: "click" | "hover",
  reason: "no_match" | "no_size" | "outside_page",
  index?: number,
): ServiceError {
  const problem =
    reason === "no_match"
      ? `A selector of \`${option}\` matches no element of the page.`
      : `The element that matches a selector of \`${option}\` is not visible.`;
  const path = index === undefined ? option : `${option}.${index}`;
  return new ServiceError("selector_not_found", {
    message: `${problem} Check the selector and the order of the clicks.`,
    details: { option: `options.${path}`, reason },
  });
}
