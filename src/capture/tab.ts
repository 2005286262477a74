// Opens blank tabs, each in a separate browser context, before a capture needs them.
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Frame,
  Page,
} from "@cloudflare/puppeteer";
import type { Protocol } from "devtools-protocol";
import type { PrivateTarget } from "../lib/private-targets.ts";
import { isPrivateTarget } from "../lib/public-address.ts";
import { DocumentWorld } from "./isolated-world.ts";
import { deriveLifecycle } from "./lifecycle.ts";
import { ignoreErrors } from "./network/ignore-errors.ts";
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
  /** Runs functions in the page's main document. */
  world: DocumentWorld;
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
  const frameId = mainFrameId(page);
  deriveLifecycle(cdp, frameId);
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
    Traffic.watch(cdp, frameId, proxy),
    cdp.send("Page.setDownloadBehavior", { behavior: "deny" }),
    // When Chromium prerenders the next page, it removes the emulation from this page.
    cdp.send("Page.setPrerenderingAllowed", { isAllowed: false }),
    ...(privateTargets.length > 0 ? [allowLocalNetwork(context, cdp)] : []),
  ]);
  const world = worldOf(page);
  world.createEarly();
  return { privateTargets, context, page, cdp, traffic, world };
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

/** The permissions that Chromium requires before a public page or HTML input may load from a private host. */
const LOCAL_PERMISSIONS = ["localNetworkAccess", "localNetwork", "loopbackNetwork"].map(
  // The type declarations do not contain these names yet.
  (name) => name as Protocol.Browser.PermissionType,
);

/** The permissions that the browser knows. It does not require the others. */
let knownPermissions = LOCAL_PERMISSIONS;

async function allowLocalNetwork({ id = "" }: BrowserContext, cdp: CDPSession): Promise<void> {
  const grant = async (permissions: Protocol.Browser.PermissionType[]) =>
    cdp.connection()?.send("Browser.grantPermissions", { permissions, browserContextId: id });
  try {
    await grant(knownPermissions);
  } catch {
    // One unknown name rejects the whole command. Any other error means that the browser is closed.
    const answers = await Promise.allSettled(LOCAL_PERMISSIONS.map(async (name) => grant([name])));
    knownPermissions = LOCAL_PERMISSIONS.filter((_, index) => {
      const answer = answers[index];
      return answer?.status !== "rejected" || !/unknown permission/i.test(String(answer.reason));
    });
    await ignoreErrors(grant(knownPermissions));
  }
}

/** Returns the isolated world of a new page. page.evaluate() would wait for events that new pages do not send. */
export function worldOf(page: Page): DocumentWorld {
  return new DocumentWorld(primarySession(page), mainFrameId(page));
}

/** Returns the isolated world of a frame inside a page, with the session of the frame's process. */
export function worldOfFrame(frame: Frame): DocumentWorld {
  // Private in puppeteer's types.
  const { client, _id: id } = frame as unknown as { client: CDPSession; _id: string };
  return new DocumentWorld(client, id);
}

function primarySession(page: Page): CDPSession {
  // Private in puppeteer's types. Frames and workers do not attach to a session from createCDPSession().
  return (page as unknown as { _client(): CDPSession })._client();
}

/** Returns the protocol's id of the page's main frame. */
function mainFrameId(page: Page): string {
  // Private in puppeteer's types. Reading the id from the protocol would take another round trip.
  return (page.mainFrame() as unknown as { _id: string })._id;
}
