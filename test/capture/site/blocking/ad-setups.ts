// Advertisements with their real hosts, ids and classes. Every advertisement is filled with one colour.
import { AD_COLOUR } from "./layouts.ts";

export type AdSetup = {
  name: string;
  /** Markup of the page, by position. */
  head?: string;
  middle?: string;
  aside?: string;
  end?: string;
  /** The part of `middle` that must remain visible. */
  remains?: string;
  /** Responses of the vendors' hosts: scripts, documents or images by address. */
  answers: Record<string, string>;
};

const AD_DOCUMENT = `<!doctype html><body style="margin:0;background:${AD_COLOUR};height:100vh">`;
const AD_IMAGE = `<svg xmlns="http://www.w3.org/2000/svg" width="728" height="90"><rect width="728" height="90" fill="${AD_COLOUR}"/></svg>`;
const fill = (selector: string, heightPx: number) =>
  `for (const slot of document.querySelectorAll(${JSON.stringify(selector)})) { slot.style.cssText += ";display:block;height:${heightPx}px;background:${AD_COLOUR}"; }`;
/** Runs the program after the document has been parsed. */
const later = (program: string) =>
  `(() => { const run = () => { ${program} }; if (document.readyState === "loading") addEventListener("DOMContentLoaded", run); else run(); })();`;
const framesInto = (
  selector: string,
  id: string,
  address: string,
  widthPx: number,
  heightPx: number,
) =>
  later(
    `document.querySelectorAll(${JSON.stringify(selector)}).forEach((slot, index) => { slot.innerHTML = '<div id="${id}' + index + '__container__"><iframe id="${id}' + index + '" width="${widthPx}" height="${heightPx}" style="border:0;display:block" src="${address}"></iframe></div>'; });`,
  );
const PLAYER =
  '<div id="player" style="position:relative;width:640px;height:360px;background:rgb(20,20,20);color:white"><p style="margin:0;padding:160px 240px">▶ Ferry, 2:14</p><div id="video-ad-container"></div></div>';
const label = '<span style="font:11px sans-serif;color:gray">Advertisement</span>';

export const adSetups: readonly AdSetup[] = [
  {
    name: "Google Publisher Tag, in labelled slots of a fixed height",
    head: '<script async src="https://securepubads.g.doubleclick.net/tag/js/gpt.js"></script>',
    middle: `<div class="ad-wrapper" style="min-height:280px;margin:24px 0;background:rgb(245,245,245)">${label}<div id="div-gpt-ad-1700000000000-0" style="min-width:728px;min-height:250px"></div></div>`,
    aside:
      '<div id="div-gpt-ad-1700000000000-1" style="min-width:300px;min-height:250px;background:rgb(245,245,245)"></div>',
    answers: {
      "https://securepubads.g.doubleclick.net/tag/js/gpt.js": framesInto(
        '[id^="div-gpt-ad-"]',
        "google_ads_iframe_/1234/gazette_",
        "https://0a1b2c3d.safeframe.googlesyndication.com/safeframe/1-0-40/html/container.html",
        300,
        250,
      ),
      "https://0a1b2c3d.safeframe.googlesyndication.com/safeframe/1-0-40/html/container.html":
        AD_DOCUMENT,
    },
  },
  {
    name: "AdSense",
    head: '<script async src="https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=ca-pub-1234567890123456" crossorigin="anonymous"></script>',
    middle:
      '<ins class="adsbygoogle" style="display:block" data-ad-client="ca-pub-1234567890123456" data-ad-slot="1234567890" data-ad-format="auto"></ins><script>(adsbygoogle = window.adsbygoogle || []).push({});</script>',
    answers: {
      "https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=ca-pub-1234567890123456":
        later(fill("ins.adsbygoogle", 280)),
    },
  },
  {
    name: "Taboola",
    head: '<script async src="https://cdn.taboola.com/libtrc/gazette-network/loader.js" id="tb_loader_script"></script>',
    middle:
      '<div id="taboola-below-article-thumbnails"></div><script>window._taboola = window._taboola || []; _taboola.push({ mode: "thumbnails-a", container: "taboola-below-article-thumbnails", placement: "Below Article Thumbnails", target_type: "mix" });</script>',
    answers: {
      "https://cdn.taboola.com/libtrc/gazette-network/loader.js": later(
        fill("#taboola-below-article-thumbnails", 400),
      ),
    },
  },
  {
    name: "Outbrain",
    middle:
      '<div class="OUTBRAIN" data-src="https://gazette.example/ferry" data-widget-id="AR_1" data-ob-template="gazette"></div><script async src="https://widgets.outbrain.com/outbrain.js"></script>',
    answers: {
      "https://widgets.outbrain.com/outbrain.js": later(fill(".OUTBRAIN", 360)),
    },
  },
  {
    name: "Prebid from the page's own host",
    head: '<script async src="/own/prebid.js"></script>',
    middle:
      '<div class="ad-container" style="margin:20px 0"><div id="ad-leaderboard" class="ad-slot ad-banner" data-prebid></div></div>',
    answers: {
      "/own/prebid.js": `fetch("https://ib.adnxs.com/ut/v3/prebid", { method: "POST" }).finally(() => { ${later(fill("[data-prebid]", 250))} });`,
      "https://ib.adnxs.com/ut/v3/prebid": "{}",
    },
  },
  {
    name: "Amazon Publisher Services",
    head: '<script>!function(a9,a){if(!window[a9]){const q=(c,r)=>window[a9]._Q.push([c,r]);window[a9]={init(){q("i",arguments)},fetchBids(){q("f",arguments)},_Q:[]}}}("apstag");apstag.init({pubID:"1234",adServer:"googletag"});</script><script async src="https://c.amazon-adsystem.com/aax2/apstag.js"></script>',
    middle: '<div id="apstag-slot-0" class="apstag-slot"></div>',
    answers: {
      "https://c.amazon-adsystem.com/aax2/apstag.js": framesInto(
        ".apstag-slot",
        "apstag-frame-",
        "https://aax-us-east.amazon-adsystem.com/e/dtb/admi",
        728,
        90,
      ),
      "https://aax-us-east.amazon-adsystem.com/e/dtb/admi": AD_DOCUMENT,
    },
  },
  {
    name: "a frame in the page's own markup",
    middle:
      '<div style="margin:16px 0"><iframe src="https://googleads.g.doubleclick.net/pagead/ads?client=ca-pub-1&format=728x90" width="728" height="90" style="border:0;display:block" scrolling="no"></iframe></div>',
    answers: { "https://googleads.g.doubleclick.net/pagead/ads": AD_DOCUMENT },
  },
  {
    name: "a direct banner with the ad server's image",
    aside: `<div class="sponsor">${label}<a href="https://ad.doubleclick.net/ddm/jump/N1234.gazette/B1.2;sz=300x250" target="_blank"><img src="https://ad.doubleclick.net/ddm/ad/N1234.gazette/B1.2" width="300" height="250" alt="" style="display:block"></a></div>`,
    answers: { "https://ad.doubleclick.net/ddm/ad/N1234.gazette/B1.2": AD_IMAGE },
  },
  {
    name: "a sticky footer",
    head: '<script async src="https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=ca-pub-1"></script>',
    end: '<div id="sticky-ad-footer" class="sticky-ad" style="position:fixed;left:0;right:0;bottom:0;z-index:99;background:rgb(245,245,245);text-align:center"><button>×</button><ins class="adsbygoogle" data-ad-client="ca-pub-1" data-ad-format="anchor"></ins></div>',
    answers: {
      "https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=ca-pub-1": later(
        fill("ins.adsbygoogle", 90),
      ),
    },
  },
  {
    name: "an interstitial that locks the page",
    head: '<script async src="https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=ca-pub-2"></script>',
    answers: {
      "https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=ca-pub-2": later(
        `document.body.insertAdjacentHTML("beforeend", '<ins class="adsbygoogle adsbygoogle-noablate" data-vignette-loaded="true" aria-hidden="false" style="position:fixed;inset:0;z-index:2147483647;display:block;background:${AD_COLOUR}"></ins>'); document.body.style.overflow = "hidden";`,
      ),
    },
  },
  {
    name: "an advertisement in a video player, which stays",
    head: '<script src="https://imasdk.googleapis.com/js/sdkloader/ima3.js"></script>',
    remains: PLAYER,
    middle: `${PLAYER}<script>if (window.google?.ima?.load) google.ima.load(document.querySelector("#video-ad-container"));</script>`,
    answers: {
      "https://imasdk.googleapis.com/js/sdkloader/ima3.js": `window.google = { ima: { load(box) { box.innerHTML = '<iframe style="position:absolute;inset:0;width:100%;height:100%;border:0" src="https://imasdk.googleapis.com/js/core/bridge3.600.0_en.html"></iframe>'; } } };`,
      "https://imasdk.googleapis.com/js/core/bridge3.600.0_en.html": AD_DOCUMENT,
    },
  },
  {
    name: "native tiles",
    middle:
      '<div id="M123456ScriptRootC654321"></div><script async src="https://jsc.mgid.com/g/a/gazette.example.654321.js"></script>',
    answers: {
      "https://jsc.mgid.com/g/a/gazette.example.654321.js": later(
        fill('[id^="M123456ScriptRoot"]', 320),
      ),
    },
  },
];
