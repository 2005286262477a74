// Creates pages from HTML and reads the requests that the test site received.
import { inject } from "vitest";
import { fileOf } from "./capture.ts";
import * as colours from "./image.ts";

const COLOURS = { green: colours.GREEN, red: colours.RED, white: colours.WHITE };

type Hits = { requests: number; upgrades: number; headers: Record<string, string> };

const { origin } = inject("site");

/** Returns the address of a page with this HTML on the test site. */
export function pageOf(html: string, site = origin): string {
  return `${site}/page?html=${encodeURIComponent(`<!doctype html><link rel=icon href="data:,">${html}`)}`;
}

/** Stores a page of any length and returns its path on the test site. */
export async function storePage(html: string): Promise<string> {
  const path = `/variable?id=${crypto.randomUUID()}`;
  const body = `<!doctype html><link rel=icon href="data:,">${html}`;
  await (await fetch(origin + path, { method: "POST", body })).arrayBuffer();
  return path;
}

/** Returns the address of a script on the test site. */
export function scriptOf(js: string, site = origin): string {
  return `${site}/script.js?js=${encodeURIComponent(js)}`;
}

/** Returns the address of a page that is green when the JavaScript expression is true or resolves to true, otherwise red. */
export function greenIf(condition: string): string {
  return pageOf(greenIfHtml(condition));
}

export function greenIfHtml(condition: string): string {
  return `<body style="background:red"><script>
    const paint = (holds) => { document.body.style.background = holds ? "green" : "red" };
    Promise.resolve(${condition}).then(paint);
  </script>`;
}

/** Returns the requests for this path and query on any origin of the test site. */
export async function hitsAt(path: string): Promise<Hits> {
  const answer = await fetch(`${origin}/__hits?of=${encodeURIComponent(path)}`);
  return answer.json<Hits>();
}

/** Returns a path that no other test requests. */
export function freshPath(): string {
  return `/target?${crypto.randomUUID()}`;
}

/** Expects an image with this colour at the point; the default point is in the lower half. */
export async function expectColour(
  answer: Response,
  colour: keyof typeof COLOURS,
  at: [x: number, y: number] = [640, 800],
) {
  const image = await colours.decodeImage(await fileOf(answer));
  colours.expectColour(image, at, COLOURS[colour]);
}
