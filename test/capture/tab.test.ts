// Tabs without a session: the commands that open them, and the protocol messages that hostile pages cause in them.
import { env } from "cloudflare:workers";
import type { Browser } from "@cloudflare/puppeteer";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { acquireBrowser, deleteBrowser } from "../../src/browser/browser-run.ts";
import { connectBrowser } from "../../src/browser/connection.ts";
import { BlockingAssets } from "../../src/capture/blocking/blocking-assets.ts";
import { Budget } from "../../src/capture/budget.ts";
import { enableFrameWorlds } from "../../src/capture/isolated-world.ts";
import { LocalProxy } from "../../src/capture/network/local-proxy.ts";
import { render } from "../../src/capture/render.ts";
import { openTab, type Tab } from "../../src/capture/tab.ts";
import { captureOptions } from "../../src/contract/capture-options.ts";
import { parsePrivateTargets } from "../../src/lib/private-targets.ts";
import { freshPath, hitsAt, pageOf } from "../support/pages.ts";
import { type ProtocolMessage, recordMessages } from "../support/protocol-messages.ts";

const { origin, privateOrigin } = inject("site");
const siteTargets = parsePrivateTargets("localhost:*");

/** Lets a tab connect without a proxy, as in Browser Run. */
class NoProxy extends LocalProxy {
  override async serverFor(): Promise<string> {
    return "direct://";
  }
}

const noProxy = new NoProxy("");
const { endpoint, messages } = recordMessages(env.BROWSER);
let browserId: string;
let browser: Browser;

beforeAll(async () => {
  browserId = await acquireBrowser(endpoint);
  ({ browser } = await connectBrowser(endpoint, browserId));
});
afterAll(() => deleteBrowser(endpoint, browserId));

it("puppeteer does not listen to the requests of a tab.", async () => {
  const { page } = await openTab(browser, [], noProxy);
  expect(page.listenerCount("request")).toBe(0);
});

it("Only a tab that may use private targets gets the permission for the local network.", async () => {
  messages.length = 0;
  await openTab(browser, [], noProxy);
  expect(withMethod("Browser.grantPermissions")).toEqual([]);
  const { context } = await openTab(browser, siteTargets, noProxy);
  const granted = withMethod("Browser.grantPermissions").map(({ params }) => params);
  expect(granted).not.toEqual([]);
  for (const params of granted) expect(params).toMatchObject({ browserContextId: context.id });
});

it("Without a proxy, a capture fails when a response comes from a private address.", async () => {
  const path = freshPath();
  const tab = await openTab(browser, siteTargets, noProxy);
  const request = {
    source: { kind: "url" as const, url: pageOf(`<img src="${privateOrigin}${path}">`) },
    options: captureOptions.parse({}),
    timeoutMs: 30_000,
    thumbnail: "never" as const,
  };
  const rendering = render(
    tab,
    request,
    new Budget(request.timeoutMs),
    new BlockingAssets(env.ASSETS),
    async () => true,
  );
  await expect(rendering).rejects.toMatchObject({
    code: "url_not_allowed",
    details: { url: privateOrigin + path, reason: "private_address" },
  });
  // The request has reached its target, so no proxy and no other check has refused it.
  expect((await hitsAt(path)).requests).toBe(1);
});

describe("Hostile pages", () => {
  const report = `console.log("text"); console.error({}); Promise.reject(new Error("r"));
    setTimeout(() => { throw new Error("e") });`;
  const REPORTS = ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"];

  it.each([
    ["a document", inDocument],
    ["a worker", inWorker],
  ])("The browser sends no console messages and no errors of %s.", async (_name, run) => {
    const tab = await openTab(browser, siteTargets, noProxy);
    // Captures that block enable the domain that reports console messages and errors.
    await enableFrameWorlds(tab, captureOptions.parse({ block_ads: true }));
    const received = await messagesOf(tab, run, report);
    expect(received.filter(({ method }) => REPORTS.includes(method))).toEqual([]);
  });

  it("The browser ignores most navigations within a document when a page makes many of them.", async () => {
    const tab = await openTab(browser, siteTargets, noProxy);
    const js = `for (let i = 0; i < 1500; i++) history.replaceState(i, "", "#" + i);`;
    const received = await messagesOf(tab, inDocument, js);
    const navigations = received.filter(({ method }) => method === "Page.navigatedWithinDocument");
    expect(navigations.length).toBeGreaterThan(0);
    expect(navigations.length).toBeLessThan(750);
  });

  it("The browser sends no bodies of requests.", async () => {
    const tab = await openTab(browser, siteTargets, noProxy);
    const js = `fetch("/target", { method: "POST", body: "x".repeat(5000) });`;
    const received = await messagesOf(tab, inDocument, js);
    const requests = received.map(({ params }) => params["request"]);
    expect(requests).toContainEqual(expect.objectContaining({ hasPostData: true }));
    expect(JSON.stringify(received)).not.toContain("x".repeat(5000));
  });
});

function inDocument(js: string): string {
  return `<script>${js}</script>`;
}

function inWorker(js: string): string {
  return inDocument(`new Worker(URL.createObjectURL(new Blob([${JSON.stringify(js)}])))`);
}

/** Runs the script and a request after it. Returns the messages that the browser sent until the request. */
async function messagesOf(
  { page }: Tab,
  run: (js: string) => string,
  js: string,
): Promise<ProtocolMessage[]> {
  const url = origin + freshPath();
  messages.length = 0;
  await page.goto(pageOf(run(`${js} setTimeout(() => fetch("${url}"), 100)`)));
  // The parameters are JSON of the browser; those of this event always contain a request.
  const isMarker = ({ method, params: { request } }: ProtocolMessage) =>
    method === "Network.requestWillBeSent" && (request as { url: string }).url === url;
  await vi.waitFor(() => expect(messages.some(isMarker)).toBe(true), { timeout: 30_000 });
  return messages.slice(0, messages.findIndex(isMarker));
}

function withMethod(name: string): ProtocolMessage[] {
  return messages.filter(({ method }) => method === name);
}
