// Pages send no request to a private host, for any kind of request. Each kind is first sent to an allowed host, to prove
// that the test detects such a request.
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { endBrowsers } from "../support/browsers.ts";
import { capture } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { expectColour, freshPath, greenIf, hitsAt, pageOf, scriptOf } from "../support/pages.ts";

const { origin, otherOrigin, privateOrigin } = inject("site");

/** Returns the body of a page that requests `address`. */
type Way = [name: string, ask: (address: string) => string];

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
  ["fetch of a worker", (to) => inScript(`new Worker("${scriptOf(fetching(to))}")`)],
  [
    "fetch of a worker in a worker",
    (to) => inScript(`new Worker("${scriptOf(`new Worker("${scriptOf(fetching(to))}")`)}")`),
  ],
  ["script of a worker", (to) => inScript(`new Worker("${scriptOf(`importScripts("${to}")`)}")`)],
  ["fetch of a shared worker", (to) => inScript(`new SharedWorker("${scriptOf(fetching(to))}")`)],
  [
    "fetch of a service worker",
    (to) =>
      inScript(
        `navigator.serviceWorker.register("${scriptOf(fetching(to))}", { scope: "/script.js" })`,
      ),
  ],
];

/** Returns a frame whose origin differs from the page's origin. */
function frameOf(html: string): string {
  return `<iframe src="${pageOf(html, otherOrigin)}"></iframe>`;
}

const sockets: Way[] = [
  ["the page", (to) => inScript(`new WebSocket("${to}")`)],
  ["a worker", (to) => inScript(`new Worker("${scriptOf(`new WebSocket("${to}")`)}")`)],
  [
    "a shared worker",
    (to) => inScript(`new SharedWorker("${scriptOf(`new WebSocket("${to}")`)}")`),
  ],
  ["a frame of another origin", (to) => frameOf(inScript(`new WebSocket("${to}")`))],
  [
    "a blank frame",
    (to) =>
      `<iframe></iframe>${inScript(`new (document.querySelector("iframe").contentWindow.WebSocket)("${to}")`)}`,
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

const green = `<body style="background:green">`;
const options = { delay: 500, hide_selectors: ["img", "object", "iframe", "video"] };

describe("Pages are captured without their private requests.", () => {
  it.each(ways)("A request by %s does not reach a private host.", async (_name, ask) => {
    const [allowed, refused] = [freshPath(), freshPath()];
    const shown = await capture(pageOf(green + ask(otherOrigin + allowed)), options);
    const answer = await capture(pageOf(green + ask(privateOrigin + refused)), options);

    expect(shown.status).toBe(200);
    expect((await hitsAt(allowed)).requests, "the way works").toBeGreaterThan(0);
    await expectColour(answer, "green");
    expect((await hitsAt(refused)).requests).toBe(0);
  });

  it.each(sockets)("A WebSocket of %s does not reach a private host.", async (_name, ask) => {
    const [allowed, refused] = [freshPath(), freshPath()];
    await capture(pageOf(green + ask(socket(otherOrigin + allowed))), options);
    const answer = await capture(pageOf(green + ask(socket(privateOrigin + refused))), options);

    expect((await hitsAt(allowed)).upgrades, "the way works").toBe(1);
    await expectColour(answer, "green");
    expect((await hitsAt(refused)).upgrades).toBe(0);
  });

  it.each(popups)("A window opened by %s does not reach a private host.", async (_name, ask) => {
    const refused = freshPath();
    const answer = await capture(pageOf(green + ask(privateOrigin + refused)), options);
    await expectColour(answer, "green");
    expect((await hitsAt(refused)).requests).toBe(0);
  });
});

/** Connections that bypass the interception of requests. */
describe("Direct connections cannot be intercepted.", () => {
  const at = new URL(privateOrigin).host;

  it("A page cannot open a WebTransport connection to a private address.", async () => {
    const page = greenIf(`(async () => {
      try { new WebTransport("https://${at}/"); return false } catch (error) { return error.name === "SecurityError" }
    })()`);
    await expectColour(await capture(page, { delay: 500 }), "green");
  });

  it("A page cannot collect addresses through WebRTC, and WebRTC sends no request to a server.", async () => {
    const page = greenIf(`(async () => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:${at}" }] });
      const found = [];
      peer.onicecandidate = ({ candidate }) => { if (candidate?.candidate) found.push(candidate.candidate) };
      peer.createDataChannel("x");
      await peer.setLocalDescription(await peer.createOffer());
      await new Promise((done) => setTimeout(done, 700));
      return found.length === 0 && !/a=candidate/.test(peer.localDescription.sdp);
    })()`);
    await expectColour(await capture(page, { delay: 1_500 }), "green");
  });
});

describe("OUTBOUND_GUARD=platform", () => {
  const vars = { OUTBOUND_GUARD: "platform" };
  const covered = [
    "img",
    "img by a redirect",
    "style sheet",
    "script",
    "fetch",
    "fetch of a worker",
  ];

  beforeAll(endBrowsers);
  afterAll(endBrowsers);

  async function captureSo(url: string) {
    const { key } = await seedAccount();
    const api = createApi({ vars });
    const answer = await api.post("/v1/capture", { url, options }, { key });
    const file = await answer.arrayBuffer();
    await api.settled();
    return new Response(file, answer);
  }

  it("A redirect of the page to a private address is rejected before it is followed.", async () => {
    const path = freshPath();
    const answer = await captureSo(`${origin}${redirecting(privateOrigin + path)}`);
    await expectError(answer, 422, "url_not_allowed", { url: privateOrigin + path });
    expect((await hitsAt(path)).requests).toBe(0);
  });

  it.each(ways.filter(([name]) => covered.includes(name)))(
    "A request by %s does not reach a private host.",
    async (_name, ask) => {
      const [allowed, refused] = [freshPath(), freshPath()];
      const shown = await captureSo(pageOf(green + ask(otherOrigin + allowed)));
      const answer = await captureSo(pageOf(green + ask(privateOrigin + refused)));

      expect(shown.status).toBe(200);
      expect((await hitsAt(allowed)).requests, "the way works").toBeGreaterThan(0);
      await expectColour(answer, "green");
      expect((await hitsAt(refused)).requests).toBe(0);
    },
  );

  it("A page without private requests is captured.", async () => {
    await expectColour(await captureSo(pageOf(green)), "green");
  });
});

function socket(address: string): string {
  return address.replace("http:", "ws:");
}
