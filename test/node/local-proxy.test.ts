// The proxy of the local browser: pages cannot connect to a private address in any way. A second browser without the proxy
// proves that each way works and that the test counts its connection.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "puppeteer-core";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { BROWSER_NICENESS } from "../../scripts/local/browser-wrapper.ts";
import { InternalPorts } from "../../scripts/local/internal-ports.ts";
import { resolveTarget } from "../../scripts/local/proxy-target.ts";
import { startProxy } from "../../scripts/local/proxy.ts";
import { LocalProxy } from "../../src/capture/network/local-proxy.ts";
import { closers, launch, PUBLIC, setTrap } from "./support/proxied-browsers.ts";

/** A name with a private address. */
const REBINDING = "rebinding.example";

/** A page, its response headers, and more files of its site. */
type Way = { html: string; headers?: Record<string, string>; files?: Record<string, string> };

const sites = new Map<string, Way>();
let control = "";
let guarded: Browser;
let unguarded: Browser;

beforeAll(async () => {
  const [site, proxy] = await Promise.all([serveSites(), startProxy()]);
  control = proxy.url;
  const substitutes = [
    { name: `*.${PUBLIC}`, address: "127.0.0.1", port: site },
    { name: REBINDING, address: "127.0.0.1" },
  ];
  await fetch(`${control}/substitutes`, { method: "POST", body: JSON.stringify(substitutes) });
  const rules = `MAP *.${PUBLIC} 127.0.0.1:${site}, MAP ${REBINDING} 127.0.0.1`;
  [guarded, unguarded] = await Promise.all([
    launch(proxy.browserFlags),
    launch([`--host-resolver-rules=${rules}`]),
  ]);
}, 60_000);

const inScript = (js: string): Way => ({ html: `<script>${js}</script>` });
const speculation = (host: string) =>
  JSON.stringify({ prefetch: [{ urls: [`https://${host}/x`], eagerness: "immediate" }] });
const rulesElement = (host: string) =>
  `<script type=speculationrules>${speculation(host)}</script>`;

/** A page, and the host and port that it tries to reach. */
type Attempt = [name: string, way: (host: string) => Way];

/** Attempts for which Chromium uses the proxy. */
const proxied: Attempt[] = [
  ["an image", (host) => ({ html: `<img src="http://${host}/">` })],
  ["a frame", (host) => ({ html: `<iframe src="http://${host}/"></iframe>` })],
  ["fetch()", (host) => inScript(`fetch("http://${host}/", { method: "POST", mode: "no-cors" })`)],
  ["a beacon", (host) => inScript(`navigator.sendBeacon("http://${host}/", "data")`)],
  ["a WebSocket", (host) => inScript(`new WebSocket("ws://${host}/")`)],
  ["a prefetch", (host) => ({ html: `<link rel=prefetch href="http://${host}/">` })],
  [
    "a link in a new window",
    (host) => ({
      html: `<a target=_blank href="http://${host}/">x</a><script>document.links[0].click()</script>`,
    }),
  ],
  [
    "a prerendered page that is then shown",
    (host) => ({
      html: `<script type=speculationrules>{"prerender": [{"urls": ["/next"], "eagerness": "immediate"}]}</script>
        <script>setTimeout(() => { location = "/next" }, 1_000)</script>`,
      files: { "/next": `<script>new WebSocket("ws://${host}/")</script>` },
    }),
  ],
  [
    "a report of a content security policy",
    (host) => ({
      html: `<img src="/missing">`,
      headers: {
        "Content-Security-Policy-Report-Only": `img-src 'none'; report-uri http://${host}/`,
      },
    }),
  ],
  [
    "WebRTC over TCP",
    (host) => connectPeer({ urls: `turn:${host}?transport=tcp`, username: "a", credential: "b" }),
  ],
];

/** With any proxy, Chromium itself makes none of these requests. */
const speculative: Attempt[] = [
  ["inline speculation rules", (host) => ({ html: rulesElement(host) })],
  [
    "late speculation rules",
    (host) =>
      inScript(`setTimeout(() => {
        const rules = document.createElement("script");
        rules.type = "speculationrules";
        rules.textContent = ${JSON.stringify(speculation(host))};
        document.head.append(rules);
      }, 200)`),
  ],
  [
    "speculation rules of a header",
    (host) => ({
      html: "",
      headers: { "Speculation-Rules": '"/rules.json"' },
      files: { "/rules.json": speculation(host) },
    }),
  ],
  [
    "speculation rules in a declarative shadow root",
    (host) => ({
      html: `<div><template shadowrootmode=open>${rulesElement(host)}</template></div>`,
    }),
  ],
];

const ways = [...proxied, ...speculative];

/** A browser without the proxy sends no UDP packet to a replaced name. */
const udp: Attempt = ["WebRTC over UDP", (host) => connectPeer({ urls: `stun:${host}` })];

function connectPeer(server: object): Way {
  return inScript(`(async () => {
    const peer = new RTCPeerConnection({ iceServers: [${JSON.stringify(server)}] });
    peer.createDataChannel("x");
    await peer.setLocalDescription(await peer.createOffer());
  })()`);
}

describe.each([
  ["a private address", "127.0.0.1", [...ways, udp]],
  ["a public name with a private address", REBINDING, ways],
])("With the proxy, %s receives no connection", (_, host, tried) => {
  it.concurrent.each(tried)("by %s.", async (_name, way) => {
    const [reached, refused] = await Promise.all([setTrap(), setTrap()]);
    await Promise.all([
      visit(unguarded, way(`${host}:${reached.port}`)),
      visit(guarded, way(`${host}:${refused.port}`)),
    ]);
    // expect.poll() does not support concurrent tests.
    await vi.waitFor(() => expect(reached.count()).toBeGreaterThan(0), { timeout: 15_000 });
    await sleep(500);
    expect(refused.count()).toBe(0);
  });
});

// Proves that these tests fail when the proxy does not check an address.
describe("With the proxy, a private target that a context allows receives a connection", () => {
  it.concurrent.each(proxied)("by %s.", async (_name, way) => {
    const reached = await setTrap();
    const allowed = [{ host: "localhost", port: String(reached.port) }];
    const server = await new LocalProxy(control).serverFor(allowed);
    await visit(guarded, way(`localhost:${reached.port}`), server);
    await vi.waitFor(() => expect(reached.count()).toBeGreaterThan(0), { timeout: 15_000 });
  });
});

it("Browsers have a lower priority than the Worker, so that it answers while pages use all processors.", () => {
  const pid = guarded.process()?.pid ?? 0;
  if (process.getuid?.() !== 0)
    expect(getPriority(pid)).toBe(Math.min(19, getPriority() + BROWSER_NICENESS));
  // Other systems than Linux, and some kernels, compare only processes.
  const group = `/proc/${pid}/autogroup`;
  if (existsSync(group)) expect(readFileSync(group, "utf8")).toMatch(` nice ${BROWSER_NICENESS}\n`);
});

it.runIf(process.platform === "linux")(
  "A page cannot allocate 3 GiB, so that it does not use all memory of the machine.",
  async () => {
    const page = await guarded.newPage();
    const allocating = page.evaluate(() => [1, 2, 3].map(() => new ArrayBuffer(1024 ** 3)).length);
    await expect(allocating).rejects.toThrow("Array buffer allocation failed");
    await page.close();
  },
);

describe("The proxy", () => {
  it("tries each address of a name for 2 seconds, so that a busy machine can connect.", async () => {
    const resolution = await resolveTarget("1.1.1.1", 443, [], [], new InternalPorts());
    expect(resolution).toMatchObject({ connection: { autoSelectFamilyAttemptTimeout: 2_000 } });
  });

  it("The proxy allows private targets only to the context that may use them, and only at the allowed port.", async () => {
    const [trap, other] = await Promise.all([setTrap(), setTrap()]);
    const allowed = [{ host: "localhost", port: String(trap.port) }];
    const server = await new LocalProxy(control).serverFor(allowed);
    const html = [trap, other].map(({ port }) => `<img src="http://localhost:${port}/">`).join("");

    await visit(guarded, { html });
    await sleep(500);
    expect([trap.count(), other.count()]).toEqual([0, 0]);

    await visit(guarded, { html }, server);
    await expect.poll(trap.count, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(other.count()).toBe(0);
  });

  it("The proxy refuses the internal ports of a service, even to a context that may use every port.", async () => {
    const [ports, unrelated] = await Promise.all([listenInGrandchild(2), setTrap()]);
    const [port = 0, internal = 0] = ports.listening;
    const internalPorts = new InternalPorts();
    internalPorts.addService({ pid: ports.pid, port });
    internalPorts.addPort(8);
    const allowed = [
      { host: "localhost", port: "*" },
      { host: "127.0.0.1", port: "*" },
    ];
    const decide = async (host: string, target: number) =>
      "refused" in (await resolveTarget(host, target, allowed, [], internalPorts));

    for (const host of ["localhost", "127.0.0.1"]) {
      expect(await decide(host, internal)).toBe(true);
      expect(await decide(host, 8)).toBe(true);
      expect(await decide(host, port)).toBe(false);
      expect(await decide(host, unrelated.port)).toBe(false);
    }
  });

  it("The proxy refuses its own ports to a context that may use every port.", async () => {
    const every = [{ host: "localhost", port: "*" }];
    const server = await new LocalProxy(control).serverFor(every);
    const target = new URL(control);
    await visit(guarded, { html: `<img src="http://localhost:${target.port}/">` }, server);
    const failureOf = async () =>
      new LocalProxy(control).failureOf(new URL(`http://localhost:${target.port}/`));
    await expect.poll(failureOf, { timeout: 10_000 }).toEqual({ refused: "private_address" });
  });

  it("The proxy reports why it did not connect, but only to requests with its token.", async () => {
    const trap = await setTrap();
    const html = `<img src="http://${REBINDING}:${trap.port}/"><img src="http://unknown.invalid/">`;
    await visit(guarded, { html });
    const proxy = new LocalProxy(control);
    const failureOf = async (url: string) => proxy.failureOf(new URL(url));

    await expect
      .poll(async () => failureOf("http://unknown.invalid/"), { timeout: 10_000 })
      .toEqual({ error: "ERR_NAME_NOT_RESOLVED" });
    expect(await failureOf(`http://${REBINDING}:${trap.port}/`)).toEqual({
      refused: "private_address",
    });
    const path = `failures?host=${REBINDING}:${trap.port}`;
    expect((await fetch(`${control}/${path}`)).status).toBe(200);
    expect((await fetch(`${new URL(control).origin}/${path}`)).status).toBe(404);
  });
});

/** Serves each page of `sites` at its host name and returns the port. */
async function serveSites(): Promise<number> {
  const server = createServer(({ headers, url = "/" }, response) => {
    const way = sites.get(headers.host ?? "");
    const body = url === "/" ? way?.html : way?.files?.[url];
    const types: Record<string, string> = {
      "/": "text/html",
      "/next": "text/html",
      "/rules.json": "application/speculationrules+json",
    };
    response.writeHead(body === undefined ? 404 : 200, {
      "Content-Type": types[url] ?? "text/plain",
      ...(url === "/" ? way?.headers : {}),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return (server.address() as AddressInfo).port; // a TCP server has an AddressInfo
}

/** Opens the page in a new context, which stays open. */
async function visit(browser: Browser, way: Way, proxyServer?: string): Promise<void> {
  const host = `page-${sites.size}.${PUBLIC}`;
  sites.set(host, way);
  const context = await browser.createBrowserContext(
    proxyServer === undefined ? {} : { proxyServer, proxyBypassList: ["<-loopback>"] },
  );
  const page = await context.newPage();
  await page.goto(`http://${host}/`, { waitUntil: "domcontentloaded" });
}

/** Listens on free ports in a process that a child of this process starts. Returns the id of the child. */
async function listenInGrandchild(count: number) {
  const listen = `const ports = [];
    const { createServer } = require("node:net");
    for (let i = 0; i < ${count}; i++) {
      const server = createServer().listen(0, "127.0.0.1", () => {
        ports.push(server.address().port);
        if (ports.length === ${count}) console.log(ports.join());
      });
    }
    process.stdin.on("close", () => process.exit()).resume();`;
  const start = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(listen)}], { stdio: "inherit" })`;
  const child = spawn(process.execPath, ["-e", start], { stdio: ["pipe", "pipe", "inherit"] });
  closers.push(() => child.stdin.end());
  const [line] = (await once(child.stdout, "data")) as [Buffer]; // a stream emits bytes
  return { pid: child.pid ?? 0, listening: String(line).trim().split(",").map(Number) };
}
