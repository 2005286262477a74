// Five plain pages to which tests add banners, chats and advertisements. Each page is about two screens tall.

/** Colours of blocked elements. No layout contains them. */
export const BANNER_COLOUR = "rgb(200, 0, 120)";
export const CHAT_COLOUR = "rgb(0, 200, 220)";
export const AD_COLOUR = "rgb(255, 120, 0)";

/** Markup to add to a layout. */
type Additions = {
  head?: string;
  /** Between the first and the second half of the content. */
  middle?: string;
  /** Next to the content. */
  aside?: string;
  /** At the end of the body. */
  end?: string;
};

type Layout = (additions: Additions) => string;

export const layouts = { news, shop, recipe, product, manual } satisfies Record<string, Layout>;
export type LayoutName = keyof typeof layouts;

const LAYOUT_NAMES = Object.keys(layouts) as LayoutName[];

/** Returns the same layout for the same index. */
export function layoutFor(index: number): LayoutName {
  return LAYOUT_NAMES[index % LAYOUT_NAMES.length] ?? "news";
}

const SENTENCE =
  "The ferry leaves at seven, an hour before the market opens, and comes back when the last crate is sold. ";
const paragraphs = (count: number) => `<p>${SENTENCE.repeat(4)}</p>`.repeat(count);

function page(
  title: string,
  css: string,
  body: string,
  { head = "", end = "" }: Additions,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>
* { box-sizing: border-box }
body { margin: 0; font: 18px/1.5 sans-serif; color: rgb(30, 30, 30); background: white }
header, footer { padding: 20px 40px; background: rgb(24, 60, 90); color: white }
nav a { color: white; margin-right: 20px }
.columns { display: flex; gap: 40px; max-width: 1100px; margin: 0 auto; padding: 30px }
main { flex: 1 } aside { width: 300px }
${css}
</style>
${head}
</head>
<body>
${body}
${end}
</body>
</html>`;
}

function header(name: string, ...links: string[]): string {
  return `<header><strong>${name}</strong> <nav>${links.map((link) => `<a href="#">${link}</a>`).join("")}</nav></header>`;
}

const FOOTER =
  '<footer>12 Harbour Street · <a href="#" style="color:inherit">Imprint</a> · <a href="#" style="color:inherit">Privacy</a></footer>';

function news(additions: Additions): string {
  const { middle = "", aside = "" } = additions;
  return page(
    "Harbour Gazette",
    "h1 { font: bold 40px/1.2 serif } .photo { height: 320px; background: linear-gradient(rgb(120, 180, 220), rgb(40, 90, 120)) }",
    `${header("Harbour Gazette", "Politics", "Sport", "Culture", "Weather")}
<div class="columns"><main><article>
<h1>New ferry to the islands starts on Monday</h1><div class="photo"></div>
${paragraphs(3)}${middle}${paragraphs(4)}
</article></main>
<aside><h2>Most read</h2><ol><li>Storm on Friday</li><li>Bridge closed</li><li>Market moves</li></ol>${aside}</aside></div>
${FOOTER}`,
    additions,
  );
}

function shop(additions: Additions): string {
  const { middle = "", aside = "" } = additions;
  const products = ["Kettle", "Lamp", "Chair", "Clock", "Bowl", "Rug"].map(
    (name, index) =>
      `<li><div style="height:180px;background:hsl(${index * 20} 30% 80%)"></div>${name}<br><button>Buy</button></li>`,
  );
  return page(
    "House & Yard",
    "ul.products { display: grid; grid-template-columns: repeat(3, 1fr); gap: 20px; list-style: none; padding: 0 }",
    `${header("House & Yard", "Kitchen", "Living", "Garden", "Basket (0)")}
<div class="columns"><main><h1>Made to last</h1>
<ul class="products">${products.join("")}</ul>${middle}<h2>Also in the shop</h2><ul class="products">${products.join("")}</ul></main>
<aside><h2>Filter</h2><label><input type="checkbox"> In stock</label><p>Price</p><p>Colour</p>${aside}</aside></div>
${FOOTER}`,
    additions,
  );
}

function recipe(additions: Additions): string {
  const { middle = "", aside = "" } = additions;
  const steps = ["Soak", "Chop", "Fry", "Simmer", "Season", "Serve"];
  return page(
    "Lentil soup",
    "h1 { color: rgb(120, 60, 20) } .dish { height: 260px; border-radius: 130px; background: radial-gradient(rgb(190, 120, 40), rgb(110, 50, 10)) }",
    `${header("Anna's table", "Soups", "Salads", "Bread")}
<div class="columns"><main><h1>Red lentil soup</h1><div class="dish"></div>
${paragraphs(2)}<h2>You need</h2><ul><li>200 g red lentils</li><li>2 carrots</li><li>1 onion</li></ul>
${middle}<h2>Steps</h2><ol>${steps.map((step) => `<li><b>${step}.</b> ${SENTENCE}</li>`).join("")}</ol>${paragraphs(3)}</main>
<aside><h2>About Anna</h2><p>${SENTENCE}</p>${aside}</aside></div>
${FOOTER}`,
    additions,
  );
}

function product(additions: Additions): string {
  const { middle = "", aside = "" } = additions;
  const feature = (name: string) => `<section><h3>${name}</h3><p>${SENTENCE}</p></section>`;
  return page(
    "Tidewatch",
    ".hero { padding: 120px 40px; text-align: center; color: white; background: linear-gradient(120deg, rgb(30, 40, 120), rgb(30, 120, 140)) } .grid { display: grid; grid-template-columns: 1fr 1fr; gap: 30px } .cta { padding: 14px 30px; border: 0; background: white }",
    `${header("Tidewatch", "Product", "Pricing", "Customers", "Sign in")}
<div class="hero"><h1>Know the tide before it turns</h1><button class="cta">Start free</button></div>
<div class="columns"><main><div class="grid">${["Sensors", "Alerts", "Maps", "Reports"].map(feature).join("")}</div>
${middle}<h2>Loved by harbours</h2>${paragraphs(4)}</main><aside><h2>News</h2><p>${SENTENCE}</p>${aside}</aside></div>
${FOOTER}`,
    additions,
  );
}

function manual(additions: Additions): string {
  const { middle = "", aside = "" } = additions;
  return page(
    "Manual",
    "pre { padding: 16px; background: rgb(240, 240, 240) } aside { order: -1 }",
    `${header("Sluice manual", "Guides", "Reference", "Releases")}
<div class="columns"><main><h1>Opening a sluice</h1>${paragraphs(2)}<pre>sluice open --gate 3 --speed slow</pre>
${middle}${paragraphs(3)}<h2>Closing it</h2><pre>sluice close --gate 3</pre>${paragraphs(3)}</main>
<aside><h2>Contents</h2><p>Install</p><p>Open</p><p>Close</p><p>Repair</p>${aside}</aside></div>
${FOOTER}`,
    additions,
  );
}
