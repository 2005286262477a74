// Pages cannot send any kind of request to a private host. The test first sends each kind to an allowed host, to prove that
// it detects such a request. test/node/local-proxy.test.ts tests the kinds that need a browser without a proxy.
import { describe, expect, inject, it } from "vitest";
import { capture, captureHtml } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { expectColour, freshPath, hitsAt, pageOf, scriptOf, storePage } from "../support/pages.ts";

const { origin, otherOrigin, privateOrigin, publicOrigin, rebindingOrigin } = inject("site");

/** Returns the body of a page that requests `address`. */
type Way = [name: string, ask: (address: string) => string];

/** Returns the path of a script of the page's own origin. */
const workerOf = (js: string) => scriptOf(js, "");
const inScript = (js: string) => `<script>${js}</script>`;
const fetching = (address: string) => `fetch("${address}", { mode: "no-cors" })`;
const redirecting = (address: string) => `/redirect?to=${encodeURIComponent(address)}`;

const ways: Way[] = [
  ["img", (to) => `<img src="${to}">`],
  ["img by a redirect", (to) => `<img src="${redirecting(to)}">`],
  ["srcset", (to) => `<img srcset="${to} 1x">`],
  ["svg image", (to) => `<svg><image href="${to}"/></svg>`],
  ["style sheet", (to) => `<link rel=stylesheet href="${to}">`],
  ["@import", (to) => `<style>@import "${to}";</style>`],
  ["background", (to) => `<style>p { background: url(${to}) }</style><p>text`],
  [
    "font",
    (to) =>
      `<style>@font-face { font-family: f; src: url(${to}) } p { font-family: f }</style><p>text`,
  ],
  ["script", (to) => `<script src="${to}"></script>`],
  ["module", (to) => `<script type=module src="${to}"></script>`],
  ["preload", (to) => `<link rel=preload as=image href="${to}">`],
  ["object", (to) => `<object data="${to}"></object>`],
  ["video", (to) => `<video preload=auto src="${to}"></video>`],
  ["iframe", (to) => `<iframe src="${to}"></iframe>`],
  ["iframe by a redirect", (to) => `<iframe src="${redirecting(to)}"></iframe>`],
  ["img in srcdoc", (to) => `<iframe srcdoc='<img src="${to}">'></iframe>`],
  ["fetch", (to) => inScript(fetching(to))],
  ["fetch by a redirect", (to) => inScript(fetching(redirecting(to)))],
  [
    "fetch with a preflight",
    (to) => inScript(`fetch("${to}", { method: "PUT", headers: { a: "b" } })`),
  ],
  ["fetch of a frame of another origin", (to) => frameOf(inScript(fetching(to)))],
  [
    "XMLHttpRequest",
    (to) => inScript(`const x = new XMLHttpRequest(); x.open("GET", "${to}"); x.send()`),
  ],
  ["beacon", (to) => inScript(`navigator.sendBeacon("${to}", "data")`)],
  ["EventSource", (to) => inScript(`new EventSource("${to}")`)],
  ["fetch of a worker", (to) => inScript(`new Worker("${workerOf(fetching(to))}")`)],
  [
    "fetch of a worker in a worker",
    (to) => inScript(`new Worker("${workerOf(`new Worker("${workerOf(fetching(to))}")`)}")`),
  ],
  ["script of a worker", (to) => inScript(`new Worker("${workerOf(`importScripts("${to}")`)}")`)],
  ["fetch of a shared worker", (to) => inScript(`new SharedWorker("${workerOf(fetching(to))}")`)],
  [
    "fetch of a service worker",
    (to) =>
      inScript(
        `navigator.serviceWorker.register("${workerOf(fetching(to))}", { scope: "/script.js" })`,
      ),
  ],
];

/** Returns a frame whose origin differs from the page's origin. */
function frameOf(html: string): string {
  return `<iframe src="${pageOf(html, otherOrigin)}"></iframe>`;
}

const sockets: Way[] = [
  ["the page", (to) => inScript(`new WebSocket("${to}")`)],
  ["a worker", (to) => inScript(`new Worker("${workerOf(`new WebSocket("${to}")`)}")`)],
  [
    "a shared worker",
    (to) => inScript(`new SharedWorker("${workerOf(`new WebSocket("${to}")`)}")`),
  ],
  ["a frame of another origin", (to) => frameOf(inScript(`new WebSocket("${to}")`))],
  [
    "a blank frame",
    (to) =>
      `<iframe id=blank></iframe>${inScript(`new (document.querySelector("#blank").contentWindow.WebSocket)("${to}")`)}`,
  ],
];

const popups: Way[] = [
  ["window.open", (to) => inScript(`open("${to}")`)],
  ["window.open by a redirect", (to) => inScript(`open("${redirecting(to)}")`)],
  ["a link", (to) => `<a target=_blank href="${to}">x</a>${inScript(`document.links[0].click()`)}`],
  [
    "a form",
    (to) =>
      `<form target=_blank method=post action="${to}"></form>${inScript(`document.forms[0].submit()`)}`,
  ],
  [
    "a page in a window",
    (to) => inScript(`open("${pageOf(`<img src="${to}">`)}", "_blank", "noopener")`),
  ],
];

/** A popup is closed before it has loaded. */
const allWays = [...ways, ...sockets.map(overSocket), ...popups];
const provedWays = [...ways, ...sockets.map(overSocket)];

function overSocket([name, ask]: Way): Way {
  return [`WebSocket of ${name}`, (to) => ask(to.replace("http:", "ws:"))];
}

const green = `<body style="background:green">`;
const options = { delay: 2_000, hide_selectors: ["img", "object", "iframe", "video"] };

/** Captures a page of `site` that requests `target` in all ways. Returns the names of the ways that reached it. */
async function findReached(site: string, target: string, tried: Way[]): Promise<string[]> {
  const paths = tried.map(([name, ask]) => ({ name, path: freshPath(), ask }));
  const html = paths.map(({ path, ask }) => ask(target + path)).join("");
  await expectColour(await capture(site + (await storePage(green + html)), options), "green");
  const hits = await Promise.all(paths.map(async ({ path }) => hitsAt(path)));
  return paths
    .filter((_, index) => (hits[index]?.requests ?? 0) + (hits[index]?.upgrades ?? 0) > 0)
    .map(({ name }) => name);
}

it("A page of a private host reaches an allowed host in all ways.", async () => {
  const reached = await findReached(origin, otherOrigin, provedWays);
  expect(reached).toEqual(provedWays.map(([name]) => name));
});

it.each([
  ["A page of a private host", "another private host", origin, privateOrigin],
  ["A page of a private host", "a public name with a private address", origin, rebindingOrigin],
  ["A page of a public host", "the private targets", publicOrigin, otherOrigin],
  [
    "A page of a public host",
    "a public name with a private address",
    publicOrigin,
    rebindingOrigin,
  ],
])("%s is captured and does not reach %s in any way.", async (_page, _host, site, target) => {
  expect(await findReached(site, target, allWays)).toEqual([]);
});

it("HTML input may request the private targets.", async () => {
  const path = freshPath();
  await capture(pageOf(green));
  await captureHtml(`${green}<img src="${origin}${path}">`);
  expect((await hitsAt(path)).requests).toBe(1);
});

describe("The page itself", () => {
  it.each([
    ["A target whose name has a private address", (to: string) => rebindingOrigin + to],
    ["A redirect to such a name", (to: string) => origin + redirecting(rebindingOrigin + to)],
  ])("%s is rejected.", async (_name, urlOf) => {
    const path = freshPath();
    const answer = await capture(urlOf(path));
    const details = { url: rebindingOrigin + path, reason: "private_address" };
    await expectError(answer, 422, "url_not_allowed", details);
    expect((await hitsAt(path)).requests).toBe(0);
  });

  it.each([
    ["a redirect", redirecting],
    ["a script", (to: string) => pageOf(inScript(`location.href = "${to}"`), "")],
  ])("A public page that leads to a private target by %s is rejected.", async (_way, lead) => {
    const path = freshPath();
    const answer = await capture(publicOrigin + lead(origin + path), { delay: 1_000 });
    await expectError(answer, 422, "url_not_allowed", { url: origin + path });
    expect((await hitsAt(path)).requests).toBe(0);
  });

  it.each([
    ["http://unknown.invalid/", "ERR_NAME_NOT_RESOLVED"],
    ["https://unknown.invalid/", "ERR_NAME_NOT_RESOLVED"],
    ["http://localhost:65535/", "ERR_CONNECTION_REFUSED"],
  ])("The error of the target %s contains the reason %s.", async (url, reason) => {
    await expectError(await capture(url), 502, "host_error", { reason });
  });
});
