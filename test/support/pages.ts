// Pages made by the test itself, and what the server of the site was asked for.
import { inject } from "vitest";
import { fileOf } from "./capture.ts";
import * as pictures from "./image.ts";

const COLOURS = { green: pictures.GREEN, red: pictures.RED, white: pictures.WHITE };

type Hits = { requests: number; upgrades: number; headers: Record<string, string> };

const { origin } = inject("site");

/** The address of a page on the site that holds this body. */
export function pageOf(html: string, site = origin): string {
  return `${site}/page?html=${encodeURIComponent(`<!doctype html><link rel=icon href="data:,">${html}`)}`;
}

/** The address of a script on the site. */
export function scriptOf(js: string, site = origin): string {
  return `${site}/script.js?js=${encodeURIComponent(js)}`;
}

/** A page that is green if the JavaScript expression, which may be a promise, holds in it; otherwise red. */
export function greenIf(condition: string): string {
  return pageOf(greenIfHtml(condition));
}

export function greenIfHtml(condition: string): string {
  return `<body style="background:red"><script>
    const paint = (holds) => { document.body.style.background = holds ? "green" : "red" };
    Promise.resolve(${condition}).then(paint);
  </script>`;
}

/** What arrived at this path with its query, at whichever address of the site. */
export async function hitsAt(path: string): Promise<Hits> {
  const answer = await fetch(`${origin}/__hits?of=${encodeURIComponent(path)}`);
  return answer.json<Hits>();
}

/** A path that no other test asks for. */
export function freshPath(): string {
  return `/target?${crypto.randomUUID()}`;
}

/** The answer is a picture that has this colour at the point, by default in its lower half. */
export async function expectColour(
  answer: Response,
  colour: keyof typeof COLOURS,
  at: [x: number, y: number] = [640, 800],
) {
  const picture = await pictures.decodePicture(await fileOf(answer));
  pictures.expectColour(picture, at, COLOURS[colour]);
}
