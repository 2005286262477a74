// Connections that only a page over HTTPS causes: reports, addresses in certificates, and WebSockets of a service worker. With
// the proxy of a local service, a private address receives none of them. A browser without the proxy makes each of them.
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createSecureContext } from "node:tls";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "puppeteer-core";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { startProxy } from "../../scripts/local/proxy.ts";
import { LocalProxy } from "../../src/capture/network/local-proxy.ts";
import { type Certificate, createCertificate } from "./support/certificate.ts";
import { closers, launch, PUBLIC, setTrap } from "./support/proxied-browsers.ts";

type Site = {
  /** Files by path. "/" is the page. */
  files: Record<string, string>;
  /** Response headers of the page. */
  headers?: Record<string, string>;
  certificate?: Certificate;
  /** Runs after the page is loaded. */
  act?: (page: Page) => Promise<void>;
};

/** A page that tries to reach a host and port. */
type Attempt = [name: string, siteFor: (host: string) => Site];

const trusted = createCertificate(`*.${PUBLIC}`);
const sites = new Map<string, Site>();
let control = "";
let guarded: Browser;
let unguarded: Browser;

beforeAll(async () => {
  const [port, proxy] = await Promise.all([serveSites(), startProxy()]);
  control = proxy.url;
  const substitutes = [{ name: `*.${PUBLIC}`, address: "127.0.0.1", port }];
  await fetch(`${control}/substitutes`, { method: "POST", body: JSON.stringify(substitutes) });
  const flags = [
    `--ignore-certificate-errors-spki-list=${trusted.keyHash}`,
    // Otherwise the browser sends reports after one minute.
    "--short-reporting-delay",
  ];
  [guarded, unguarded] = await Promise.all([
    launch([...flags, ...proxy.browserFlags]),
    launch([...flags, `--host-resolver-rules=MAP *.${PUBLIC} 127.0.0.1:${port}`]),
  ]);
}, 60_000);

/** Attempts for which Chromium uses the proxy. */
const proxied: Attempt[] = [
  [
    "a report to Reporting-Endpoints",
    (host) => ({
      headers: {
        "Reporting-Endpoints": `default="https://${host}/"`,
        "Content-Security-Policy-Report-Only": "img-src 'none'; report-to default",
      },
      files: { "/": `<img src="/missing">` },
    }),
  ],
  [
    "the addresses in a certificate: issuer (AIA), OCSP server, revocation list",
    (host) => {
      const name = nextHost();
      sites.set(name, { files: {}, certificate: createCertificate(name, `http://${host}/`) });
      return { files: { "/": `<img src="https://${name}/">` } };
    },
  ],
  [
    "a WebSocket of a service worker after its restart",
    (host) => ({
      files: {
        "/": `<script>navigator.serviceWorker.register("/worker.js")</script>`,
        // A restarted worker receives no event "install".
        "/worker.js": `let isRestarted = true;
          oninstall = () => { isRestarted = false; skipWaiting(); };
          onactivate = (event) => event.waitUntil(clients.claim());
          onfetch = () => { if (isRestarted) new WebSocket("wss://${host}/"); };`,
      },
      act: restartServiceWorker,
    }),
  ],
];

/** Chromium ignores the policy of a response that it receives through any proxy. */
const errorLogging: Attempt = [
  "network error logging",
  (host) => ({
    headers: {
      "Report-To": `{"group":"a","max_age":3600,"endpoints":[{"url":"https://${host}/"}]}`,
      NEL: `{"report_to":"a","max_age":3600,"success_fraction":1,"failure_fraction":1}`,
    },
    files: { "/": `<script>setTimeout(() => fetch("/missing"), 300)</script>` },
  }),
];

describe("With the proxy, a private address receives no connection", () => {
  it.concurrent.each([...proxied, errorLogging])("by %s.", async (_name, siteFor) => {
    const [reached, refused] = await Promise.all([setTrap(), setTrap()]);
    await Promise.all([
      visit(await unguarded.createBrowserContext(), siteFor(`127.0.0.1:${reached.port}`)),
      visit(await guarded.createBrowserContext(), siteFor(`127.0.0.1:${refused.port}`)),
    ]);
    // expect.poll() does not support concurrent tests.
    await vi.waitFor(() => expect(reached.count()).toBeGreaterThan(0), { timeout: 15_000 });
    await sleep(500);
    expect(refused.count()).toBe(0);
  });
});

// Proves that these tests fail when the proxy does not check an address.
describe("With the proxy, a private target that a context allows receives a connection", () => {
  it.concurrent.each(proxied)("by %s.", async (_name, siteFor) => {
    const reached = await setTrap();
    const allowed = [{ host: "localhost", port: String(reached.port) }];
    const proxyServer = await new LocalProxy(control).serverFor(allowed);
    const proxyBypassList = ["<-loopback>"];
    const context = await guarded.createBrowserContext({ proxyServer, proxyBypassList });
    await visit(context, siteFor(`localhost:${reached.port}`));
    await vi.waitFor(() => expect(reached.count()).toBeGreaterThan(0), { timeout: 15_000 });
  });
});

function nextHost(): string {
  return `page-${sites.size}.${PUBLIC}`;
}

async function visit(context: BrowserContext, site: Site): Promise<void> {
  const host = nextHost();
  sites.set(host, site);
  // Without this permission, the browser sends no reports.
  await context.overridePermissions(`https://${host}`, ["background-sync"]);
  const page = await context.newPage();
  await page.goto(`https://${host}/`, { waitUntil: "domcontentloaded" });
  await site.act?.(page);
}

async function restartServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction("navigator.serviceWorker.controller !== null");
  const session = await page.createCDPSession();
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await page.evaluate(`fetch("/missing").then(() => undefined)`);
}

/** Serves each site of `sites` at its host name and returns the port. */
async function serveSites(): Promise<number> {
  const contextOf = ({ key, cert }: Certificate) => createSecureContext({ key, cert });
  const server = createServer(
    {
      SNICallback: (name, callback) =>
        callback(null, contextOf(sites.get(name)?.certificate ?? trusted)),
    },
    ({ headers, url = "/" }, response) => {
      const site = sites.get(headers.host ?? "");
      const body = site?.files[url];
      response.writeHead(body === undefined ? 404 : 200, {
        "Content-Type": url.endsWith(".js") ? "text/javascript" : "text/html",
        ...(url === "/" ? site?.headers : {}),
      });
      response.end(body);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return (server.address() as AddressInfo).port; // a TCP server has an AddressInfo
}
