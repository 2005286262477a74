// Pages that the benchmark uses to measure the cost of blocking.
import { layouts } from "./layouts.ts";

const REQUESTS = 100;
const ELEMENTS = 3_000;

/** Scripts of four advertising, four consent and four chat vendors. Their hosts respond in the tests. */
const TAGS = [
  "https://securepubads.g.doubleclick.net/tag/js/gpt.js",
  "https://cdn.taboola.com/libtrc/gazette-network/loader.js",
  "https://widgets.outbrain.com/outbrain.js",
  "https://c.amazon-adsystem.com/aax2/apstag.js",
  "https://cdn.cookielaw.org/scripttemplates/otSDKStub.js",
  "https://cdn.iubenda.com/cs/iubenda_cs.js",
  "https://cdn-cookieyes.com/client_data/0a1b2c3d4e5f/script.js",
  "https://consent.cookiefirst.com/sites/example.com-0a1b2c3d/consent.js",
  "https://widget.intercom.io/widget/abcd1234",
  "https://client.crisp.chat/l.js",
  "https://embed.tawk.to/0a1b2c3d4e5f60718293a4b5/default",
  "https://code.tidio.co/abcdefghijklmnopqrstuvwxyz012345.js",
];

const images = Array.from(
  { length: REQUESTS },
  (_, index) => `<img src="/dot/${index}.svg" width="40" height="40" alt="">`,
).join("");

export const heavyPages: Record<string, string> = {
  requests: layouts.news({ middle: images }),
  tags: layouts.news({
    head: TAGS.map((address) => `<script async src="${address}"></script>`).join(""),
    middle: `${images}<div id="div-gpt-ad-1" style="min-height:250px"></div><div id="taboola-below-article-thumbnails"></div><div class="OUTBRAIN"></div><div class="apstag-slot"></div>`,
  }),
  elements: layouts.shop({
    middle: Array.from(
      { length: ELEMENTS / 3 },
      (_, index) =>
        `<div class="card card-${index}"><a class="card-link" href="/item/${index}">Item ${index}</a><span class="price">${index} €</span></div>`,
    ).join(""),
  }),
};
