// Runs scripts at document start in every page, frame, worker and popup of a browser.
import type { CDPSession } from "@cloudflare/puppeteer";
import { preventPopups } from "./in-page/prevent-popups.ts";
import { silenceReports } from "./in-page/silence-reports.ts";
import { ignoreErrors } from "./network/ignore-errors.ts";

/** The root session, which is the parent of all page and worker sessions. */
type Connection = NonNullable<ReturnType<CDPSession["connection"]>>;

const SOURCE = [silenceReports, preventPopups]
  .map((script) => `(${script.toString()})();`)
  .join(" ");

export function installStartScripts(connection: Connection): void {
  connection.on("sessionattached", (session: CDPSession) => {
    // Send these commands synchronously: the new target waits for the debugger until puppeteer resumes it.
    const script = { source: `"use strict"; ${SOURCE}`, runImmediately: true };
    void ignoreErrors(session.send("Page.addScriptToEvaluateOnNewDocument", script));
    void ignoreErrors(session.send("Runtime.evaluate", { expression: script.source }));
  });
}
