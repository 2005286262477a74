// Reports the load of pages to puppeteer without Chromium's lifecycle events, which are about ten messages for each document.
import type { CDPSession } from "@cloudflare/puppeteer";
import type { Protocol } from "devtools-protocol";
import type { CaptureOptions } from "../contract/capture-options.ts";
import type { Tab } from "./tab.ts";

/**
 * Derives the events that `wait_until` "load" requires from other events. puppeteer derives the load of frames inside the
 * page from Page.frameStoppedLoading.
 */
export function deriveLifecycle(cdp: CDPSession, mainFrameId: string): void {
  let mainLoaderId = "";
  const report = (name: string, frameId: string, loaderId: string) =>
    cdp.emit("Page.lifecycleEvent", { name, frameId, loaderId, timestamp: 0 });
  cdp.on("Page.frameNavigated", ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id === mainFrameId) mainLoaderId = frame.loaderId;
    report("init", frame.id, frame.loaderId);
  });
  cdp.on("Page.loadEventFired", () => report("load", mainFrameId, mainLoaderId));
}

/** Enables Chromium's lifecycle events when `wait_until` contains another condition than "load". */
export async function enableLifecycle(
  { cdp }: Tab,
  { wait_until: waitUntil }: CaptureOptions,
): Promise<void> {
  if ([waitUntil].flat().every((condition) => condition === "load")) return;
  await cdp.send("Page.setLifecycleEventsEnabled", { enabled: true });
}
