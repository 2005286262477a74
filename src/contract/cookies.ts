// The option `cookies`, and the cookies that browsers refuse for a target.
import * as z from "zod";
import { toCookieDomain } from "../lib/cookie-domain.ts";
import { flag, isObject, KIB, number, oneOf, shape, text } from "./option-types.ts";

const MAX_COOKIES = 100;
const MAX_COOKIE_BYTES = 4 * KIB;
const COOKIE_NAME = /^[^\x00-\x20\x7f()<>@,;:\\"/[\]?={}]+$/;
const COOKIE_VALUE = /^[^\x00-\x1f\x7f;]*$/;
/** Browsers accept cookies with these prefixes only if they are secure (RFC 6265bis, section 4.1.3). */
const SECURE_NAME = /^__(secure|host)-/i;
const SECURE_NAMES = "a name that starts with __Secure- or __Host-";

export function cookies() {
  const cookie = shape({
    name: text(KIB).regex(COOKIE_NAME, { error: "is not a valid cookie name" }),
    value: text(4 * KIB).regex(COOKIE_VALUE, { error: "is not a valid cookie value" }),
    domain: cookieDomain().optional(),
    path: text(KIB).startsWith("/", { error: "must start with /" }).optional(),
    secure: flag().optional(),
    httpOnly: flag().optional(),
    sameSite: oneOf(["Strict", "Lax", "None"]).optional(),
    expires: number(0, 253_402_300_799).describe("Unix time in seconds.").optional(),
    // Also runs when other fields are invalid, so that one response reports all errors.
  }).superRefine(rejectUnusable, { when: isObject });
  return z
    .array(cookie, { error: "must be an array of cookies" })
    .max(MAX_COOKIES, { error: `must contain at most ${MAX_COOKIES} cookies` });
}

function cookieDomain() {
  return (
    text(255)
      .refine((domain) => toCookieDomain(domain) !== undefined, {
        error:
          "must be a host name such as example.com, or an IP address such as 192.0.2.1 or [2001:db8::1], without scheme, port and path",
      })
      // Browsers compare an IDN with hosts in Punycode.
      .overwrite((domain) => toCookieDomain(domain) ?? domain)
  );
}

/** Adds the errors that browsers would find (RFC 6265bis, sections 4.1.3 and 5.6). The fields can be invalid. */
function rejectUnusable(
  cookie: { [Field in "name" | "value" | "domain" | "path" | "secure"]?: unknown },
  context: z.RefinementCtx,
): void {
  const { name, value, domain, path = "/", secure } = cookie;
  const addError = (field: string, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (typeof name !== "string") return;
  if (typeof value === "string" && new TextEncoder().encode(name + value).length > MAX_COOKIE_BYTES)
    addError("value", `must be at most ${MAX_COOKIE_BYTES} bytes together with the name`);
  const isHostCookie = /^__host-/i.test(name);
  if (SECURE_NAME.test(name) && secure === false)
    addError("secure", `must not be false for ${SECURE_NAMES}`);
  // With a domain, the scheme of the target does not decide whether a cookie is secure.
  if (SECURE_NAME.test(name) && !isHostCookie && domain !== undefined && secure === undefined)
    addError("secure", "must be true for a name that starts with __Secure- if domain is set");
  if (isHostCookie && domain !== undefined)
    addError("domain", "must not be set for a name that starts with __Host-");
  if (isHostCookie && path !== "/")
    addError("path", "must be / for a name that starts with __Host-");
}

/** Cookies that are secure only if their target uses https://. */
const dependentCookie = z.object({
  name: z.string().regex(SECURE_NAME),
  domain: z.undefined().optional(),
  secure: z.undefined().optional(),
});
const optionsWithCookies = z.object({ cookies: z.array(z.unknown()).max(MAX_COOKIES) });

/**
 * Returns the path and the error of each cookie that browsers refuse because of an http:// target: a cookie with a prefix
 * and without `secure`. Chromium makes no exception for localhost. `options` can be invalid. `targets`: URLs by their
 * field, which can be invalid.
 */
export function findInsecureCookies(
  options: unknown,
  targets: Record<string, unknown>,
): [path: ["cookies", number, "secure"], message: string][] {
  const parsed = optionsWithCookies.safeParse(options);
  const insecure = Object.entries(targets).flatMap(([field, url]) =>
    typeof url === "string" && URL.parse(url)?.protocol === "http:" ? [field] : [],
  );
  if (!parsed.success || insecure.length === 0) return [];
  const reason = `${insecure.join(", ")} ${insecure.length === 1 ? "starts" : "start"} with http://`;
  return parsed.data.cookies.flatMap(
    (cookie, i): [path: ["cookies", number, "secure"], message: string][] =>
      dependentCookie.safeParse(cookie).success
        ? [[["cookies", i, "secure"], `must be true for ${SECURE_NAMES}, because ${reason}`]]
        : [],
  );
}

/** Adds the errors of findInsecureCookies(). `prefix`: the path of the options. */
export function rejectInsecureCookies(
  context: z.RefinementCtx,
  prefix: string[],
  options: unknown,
  targets: Record<string, unknown>,
): void {
  for (const [path, message] of findInsecureCookies(options, targets))
    context.addIssue({ code: "custom", path: [...prefix, ...path], message });
}
