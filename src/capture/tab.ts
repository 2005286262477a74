// A fresh tab in a context of its own, which nobody has used: made ready before it is needed.
import type { Browser, BrowserContext, CDPSession, Page } from "@cloudflare/puppeteer";
import type { Protocol } from "devtools-protocol";
import type { RequestPolicies } from "./network/request-policies.ts";
import type { OutboundGuard } from "./request.ts";
import { Traffic } from "./network/traffic.ts";

export type Tab = {
  context: BrowserContext;
  page: Page;
  /** The page's own protocol session: children attach to it, so its listeners see every frame and worker. */
  cdp: CDPSession;
  traffic: Traffic;
};

/** Opens a context with one blank page: dialogs answered, downloads refused, popups closed. */
export async function openTab(
  browser: Browser,
  guard: OutboundGuard,
  policies: RequestPolicies,
): Promise<Tab> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const cdp = primarySession(page);
  cdp.on("Page.javascriptDialogOpening", ({ type }) => {
    // An open dialog stops the page. "Leave?" is answered with yes, questions with no. A page that is gone asks nobody.
    const accept = type === "alert" || type === "beforeunload";
    cdp.send("Page.handleJavaScriptDialog", { accept }).catch(() => {});
  });
  // Whatever a page opens beside itself is in no picture; nobody waits for it to close.
  context.on(
    "targetcreated",
    (target) =>
      void target
        .page()
        .then((popup) => popup?.close())
        .catch(() => {}),
  );
  const [traffic] = await Promise.all([
    Traffic.watch(cdp, mainFrameId(page), guard, policies),
    cdp.send("Page.setDownloadBehavior", { behavior: "deny" }),
    ...(guard.privateTargets.length > 0 ? [allowLocalNetwork(context, cdp)] : []),
  ]);
  page.once("close", () => traffic.end());
  return { context, page, cdp, traffic };
}

/** Chromium asks the user before a public page, or a document sent along, may load from a private host. */
async function allowLocalNetwork(context: BrowserContext, cdp: CDPSession): Promise<void> {
  const browserContextId = context.id ?? "";
  const granted = ["localNetworkAccess", "localNetwork", "loopbackNetwork"].map(async (name) => {
    const permissions = [name as Protocol.Browser.PermissionType]; // newer than the declarations
    await cdp.connection()?.send("Browser.grantPermissions", { permissions, browserContextId });
  });
  // A browser that does not know one of the names has no such question.
  await Promise.allSettled(granted);
}

function primarySession(page: Page): CDPSession {
  // Not in the declarations; a session made by createCDPSession() is not the one that children attach to.
  return (page as unknown as { _client(): CDPSession })._client();
}

function mainFrameId(page: Page): string {
  // Not in the declarations; the protocol would have to be asked for it again.
  return (page.mainFrame() as unknown as { _id: string })._id;
}
