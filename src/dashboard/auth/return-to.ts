// The page to open after sign-in. It is always a page of this service.
import { hrefs } from "../hrefs.ts";

/** Returns the path and query of the requested page or, for a submitted form, of the page that contains the form. */
export function returnPathOf(request: Request): string {
  const { origin } = new URL(request.url);
  const page = request.method === "GET" ? request.url : request.headers.get("Referer");
  return sameOriginPath(page ?? "", origin) ?? hrefs.overview;
}

/** Returns the address of the sign-in page that leads back to `path`. */
export function signInHref(path: string): string {
  return path === hrefs.overview
    ? hrefs.signIn
    : `${hrefs.signIn}?next=${encodeURIComponent(path)}`;
}

/** Returns `next` if it is a path of this service, otherwise the overview. */
export function returnTo(next: string | undefined, request: Request): string {
  const { origin } = new URL(request.url);
  return sameOriginPath(next ?? "", origin) ?? hrefs.overview;
}

function sameOriginPath(address: string, origin: string): string | undefined {
  // Browsers also treat "//host" and "/\\host" as another host. Resolve the address first to detect every such form.
  const url = URL.parse(address, origin);
  if (address === "" || url === null || url.origin !== origin) return undefined;
  return url.pathname.startsWith("//") ? undefined : url.pathname + url.search;
}
