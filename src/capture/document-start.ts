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

/** `typeOf` returns the type of a session's target. */
export function installStartScripts(
  connection: Connection,
  typeOf: (sessionId: string) => string | undefined,
): void {
  connection.on("sessionattached", (session: CDPSession) => {
    const type = typeOf(session.id());
    // A tab contains a page, which has a separate session.
    if (type === "tab") return;
    // Send the command synchronously: the new target waits for the debugger until puppeteer resumes it.
    const source = `"use strict"; ${SOURCE}`;
    const command =
      type === "page" || type === "iframe"
        ? session.send("Page.addScriptToEvaluateOnNewDocument", { source, runImmediately: true })
        : session.send("Runtime.evaluate", { expression: source });
    void ignoreErrors(command);
  });
}
