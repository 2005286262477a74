// Opens blank tabs, each in a separate browser context, before a capture needs them.
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from "@cloudflare/puppeteer";
import type { Protocol } from "devtools-protocol";
import type { PrivateTarget } from "../lib/private-targets.ts";
import { isPrivateTarget } from "../lib/public-address.ts";
import type { LocalProxy } from "./network/local-proxy.ts";
import { Traffic } from "./network/traffic.ts";
import type { CaptureRequest } from "./request.ts";

/** "private": the page may request the private targets of the service. */
export type Reach = "public" | "private";

export type Tab = {
  /** The private hosts that the page may request. */
  privateTargets: readonly PrivateTarget[];
  context: BrowserContext;
  page: Page;
  /** The page's primary protocol session. The sessions of frames and workers attach to it. */
  cdp: CDPSession;
  traffic: Traffic;
};

/** Returns "private" for HTML input and for a target that is one of the private targets. */
export function reachOf(
  { source }: CaptureRequest,
  privateTargets: readonly PrivateTarget[],
): Reach {
  if (privateTargets.length === 0) return "public";
  if (source.kind === "html") return "private";
  return isPrivateTarget(new URL(source.url), privateTargets) ? "private" : "public";
}

/**
 * Opens a context that can reach public hosts and these private targets. Its blank page answers dialogs, rejects downloads
 * and closes popups.
 */
export async function openTab(
  browser: Browser,
  privateTargets: readonly PrivateTarget[],
  proxy: LocalProxy | undefined,
): Promise<Tab> {
  const context = await browser.createBrowserContext(await proxyOptions(proxy, privateTargets));
  const page = await context.newPage();
  // puppeteer counts requests for waitForNetworkIdle(), which captures do not use. With many requests, this counting is
  // slow.
  page.removeAllListeners("request");
  const cdp = primarySession(page);
  cdp.on("Page.javascriptDialogOpening", ({ type }) => {
    // An open dialog stops the page. Accept alerts and navigation, reject questions. Ignore errors of closed pages.
    const accept = type === "alert" || type === "beforeunload";
    cdp.send("Page.handleJavaScriptDialog", { accept }).catch(() => {});
  });
  // Popups do not appear in the screenshot. Close them in the background.
  context.on(
    "targetcreated",
    (target) =>
      void target
        .page()
        .then((popup) => popup?.close())
        .catch(() => {}),
  );
  const [traffic] = await Promise.all([
    Traffic.watch(cdp, mainFrameId(page), proxy),
    cdp.send("Page.setDownloadBehavior", { behavior: "deny" }),
    ...(privateTargets.length > 0 ? [allowLocalNetwork(context, cdp)] : []),
  ]);
  return { privateTargets, context, page, cdp, traffic };
}

async function proxyOptions(
  proxy: LocalProxy | undefined,
  privateTargets: readonly PrivateTarget[],
): Promise<BrowserContextOptions> {
  if (proxy === undefined) return {};
  const proxyServer = await proxy.serverFor(privateTargets);
  // By default, Chromium connects to loopback addresses directly.
  return { proxyServer, proxyBypassList: ["<-loopback>"] };
}

/** Grants the permission that Chromium requires before a public page or HTML input may load from a private host. */
async function allowLocalNetwork(context: BrowserContext, cdp: CDPSession): Promise<void> {
  const browserContextId = context.id ?? "";
  const granted = ["localNetworkAccess", "localNetwork", "loopbackNetwork"].map(async (name) => {
    // The type declarations do not contain these names yet.
    const permissions = [name as Protocol.Browser.PermissionType];
    await cdp.connection()?.send("Browser.grantPermissions", { permissions, browserContextId });
  });
  // A browser that rejects one of the names does not require this permission.
  await Promise.allSettled(granted);
}

function primarySession(page: Page): CDPSession {
  // Private in puppeteer's types. Frames and workers do not attach to a session from createCDPSession().
  return (page as unknown as { _client(): CDPSession })._client();
}

/** Returns the protocol's id of the page's main frame. */
export function mainFrameId(page: Page): string {
  // Private in puppeteer's types. Reading the id from the protocol would take another round trip.
  return (page.mainFrame() as unknown as { _id: string })._id;
}
