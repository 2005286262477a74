// Where somebody goes after signing in: back to where they were, and nowhere but on this service.
import { hrefs } from "../hrefs.ts";

/** The path and query to come back to: of a page itself, or of the page whose form was sent. */
export function backFrom(request: Request): string {
  const { origin } = new URL(request.url);
  const page = request.method === "GET" ? request.url : request.headers.get("Referer");
  return pathHere(page ?? "", origin) ?? hrefs.overview;
}

export function signInAndBack(path: string): string {
  return path === hrefs.overview
    ? hrefs.signIn
    : `${hrefs.signIn}?next=${encodeURIComponent(path)}`;
}

/** What was asked for with `next`, unless it leads to another site. */
export function landing(next: string | undefined, request: Request): string {
  const { origin } = new URL(request.url);
  return pathHere(next ?? "", origin) ?? hrefs.overview;
}

function pathHere(address: string, origin: string): string | undefined {
  // Browsers read more than URL does as another host ("//", "/\"): resolving it first shows them all.
  const url = URL.parse(address, origin);
  if (address === "" || url === null || url.origin !== origin) return undefined;
  return url.pathname.startsWith("//") ? undefined : url.pathname + url.search;
}
