// Pages whose content reads like a banner, and pages with a banner in the normal flow. The sweep removes elements with
// `data-banner` only.

type FlowPage = { name: string; html: string };

const HEADER = "<header><b>Nordwind</b> Tents Backpacks Clothing Stories</header>";
const FOOTER = "<footer>Imprint · Privacy · Nordwind Ltd., Harbour Road 12</footer>";
const TEXT =
  "<main><h1>Tents</h1><p>The ferry leaves at seven and comes back when the market closes.</p></main>";
const CHOICE = "<button>Accept all</button> <button>Reject all</button>";
const POLICY = `<h1>Cookie policy</h1><p>This site uses cookies to improve your experience, for analytics and marketing.</p><p>${CHOICE}</p>`;
const NOTICE = `This website uses cookies to improve your experience. ${CHOICE}`;

export const contentPages: readonly FlowPage[] = [
  { name: "a policy in a main element", html: `${HEADER}<main>${POLICY}</main>${FOOTER}` },
  {
    name: "a policy in a container of a main element",
    html: `${HEADER}<main><div>${POLICY}</div></main>${FOOTER}`,
  },
  { name: "a policy in the last section", html: `${HEADER}<section>${POLICY}</section>` },
  { name: "a policy in the last container", html: `${HEADER}<div>${POLICY}</div>` },
  {
    name: "a policy in the root of an application",
    html: `<div id="root"><div>${HEADER}</div><div>${POLICY}</div></div>`,
  },
  {
    name: "a policy in a fixed root of an application",
    html: `<div style="position:fixed;inset:0">${HEADER}<div>${POLICY}</div>${FOOTER}</div>`,
  },
  { name: "a policy after the content", html: `${TEXT}${FOOTER}<section>${POLICY}</section>` },
  {
    name: "a section about cookies with the name of a policy",
    html: `${HEADER}${TEXT}<section id="cookie-settings"><h2>Cookies</h2><p>We use cookies for statistics.</p>${CHOICE}</section>`,
  },
  {
    name: "a short policy without buttons",
    html: `${HEADER}<main><h1>Cookies</h1><p>This site uses only cookies that are necessary for the basket. We use no cookies for statistics.</p></main>${FOOTER}`,
  },
  {
    name: "a statement about personal data",
    html: `${HEADER}<main><h1>Privacy</h1><p>We process your personal data to improve our services.</p><button>OK</button></main>${FOOTER}`,
  },
  {
    name: "an error about cookies",
    html: `${HEADER}<main><h1>Cookies are required</h1><p>Our shop uses cookies to keep your basket. Please enable cookies.</p><button>OK</button></main>${FOOTER}`,
  },
  { name: "a page without a heading", html: `${HEADER}<div>${NOTICE}</div>${FOOTER}` },
  {
    name: "a choice at the end of a policy",
    html: `<h1>Cookies</h1><p>The session cookie keeps your basket for one hour, and the visit cookie counts visits for a year.</p><div>${NOTICE}</div>`,
  },
  {
    name: "a frame in a policy",
    html: `${HEADER}<main><h1>Cookie policy</h1><iframe srcdoc="<p>We use cookies to improve this site.</p><button>Accept all</button> <button>Reject all</button>"></iframe></main>`,
  },
];

export const barPages: readonly FlowPage[] = [
  { name: "a bar above the page", html: `<div data-banner>${NOTICE}</div>${HEADER}${TEXT}` },
  {
    name: "a bar below the page",
    html: `${HEADER}${TEXT}${FOOTER}<div data-banner>${NOTICE}</div>`,
  },
  {
    name: "a bar at the edge of the root of an application",
    html: `<div id="root"><div data-banner>${NOTICE}</div><div>${HEADER}${TEXT}</div></div>`,
  },
  {
    name: "a bar with a name and a heading after a link to the content",
    html: `<a href="#content">Skip to the content</a><div class="cookie-banner" data-banner><h2>Cookies on this site</h2><p>${NOTICE}</p></div>${HEADER}${TEXT}`,
  },
  {
    name: "an absolute bar with a heading in an application without other content",
    html: `${HEADER}${TEXT}<div id="app" data-banner><aside style="position:absolute;bottom:8px;left:8px;right:8px;background:silver"><h3>Cookie settings</h3>${NOTICE}</aside></div>`,
  },
  {
    name: "a fixed box in a policy",
    html: `${HEADER}<main>${POLICY}<div data-banner style="position:fixed;right:20px;bottom:20px;width:300px;background:silver">${NOTICE}</div></main>`,
  },
];
