// The value types of capture options, each with its error message.
import * as z from "zod";
import { isValidSelector } from "../lib/css-selector/valid-selector.ts";
import { parseCssLength } from "../lib/css-length.ts";

export const KIB = 1024;
const MAX_SELECTOR_LENGTH = 255;

/**
 * Headers that clients must not set: they control the connection (RFC 9110, section 7.6.1), or Chromium does not send
 * them (services/network/public/cpp/header_util.cc).
 */
const FORBIDDEN_HEADERS = new Set([
  "connection",
  "content-length",
  "cookie2",
  "expect",
  "host",
  "keep-alive",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
const MAX_HEADERS = 20;
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** One line of printable text, as header values allow (RFC 9110, section 5.5). */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

export function flag() {
  return z.boolean({ error: "must be true or false" });
}

export function integer(min: number, max: number) {
  const error = `must be an integer between ${min} and ${max}`;
  // z.int() aborts validation on its error, and errors of the whole body would not be reported.
  return z.number({ error }).multipleOf(1, { error }).min(min, { error }).max(max, { error });
}

export function number(min: number, max: number) {
  const error = `must be a number between ${min} and ${max}`;
  return z.number({ error }).min(min, { error }).max(max, { error });
}

export function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(", ")}` });
}

/** Accepts one of the values, or a non-empty array of them. */
export function oneOrMore<const Values extends readonly string[]>(values: Values) {
  const error = `must be one of ${values.join(", ")}, or an array of these`;
  const list = z.array(z.enum(values, { error })).min(1, { error }).max(values.length, { error });
  return z.union([z.enum(values), list], { error });
}

export function text(maxLength: number) {
  return z
    .string({ error: "must be a string" })
    .max(maxLength, { error: `must be at most ${maxLength} characters` });
}

export function headerText(maxLength: number) {
  return text(maxLength)
    .min(1, { error: "must not be empty" })
    .regex(HEADER_VALUE, { error: "must be a single line of printable text" });
}

export function cssSelector() {
  return (
    text(MAX_SELECTOR_LENGTH)
      // zod also runs this check on a text that is too long, and its time grows with the length.
      .refine((selector) => selector.length > MAX_SELECTOR_LENGTH || isValidSelector(selector), {
        error: describeSelectorError,
      })
      .meta({ pattern: "\\S" })
  );
}

function describeSelectorError({ input }: { input: unknown }): string {
  return typeof input === "string" && input.trim() === ""
    ? "must not be empty"
    : "is not a valid CSS selector";
}

export function cssSelectors(maxCount = 100) {
  return z
    .array(cssSelector(), { error: "must be an array of CSS selectors" })
    .max(maxCount, { error: `must contain at most ${maxCount} selectors` });
}

/** Texts to find in a page. */
export function texts() {
  const phrase = text(KIB).regex(/\S/, { error: "must not be empty" });
  return z
    .array(phrase, { error: "must be an array of strings" })
    .max(20, { error: "must contain at most 20 texts" });
}

/** Patterns of lib/url-pattern.ts. */
export function urlPatterns() {
  const pattern = text(KIB).regex(/^\S+$/, { error: "must not be empty or contain spaces" });
  return z
    .array(pattern, { error: "must be an array of URL patterns" })
    .max(50, { error: "must contain at most 50 URL patterns" });
}

export function locale() {
  return headerText(35).refine((tag) => succeeds(() => new Intl.Locale(tag)), {
    error: "must be a BCP 47 language tag, such as en-GB",
  });
}

export function timeZone() {
  return text(64).refine(isTimeZone, {
    error: "must be an IANA time zone in its exact spelling, such as Europe/Berlin or UTC",
  });
}

/** Intl also accepts offsets and any case; Chromium requires the exact name. */
function isTimeZone(zone: string): boolean {
  if (/^[+-]/.test(zone)) return false;
  try {
    const { timeZone: name } = new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions();
    // An alias resolves to another name, so only Chromium can check its spelling.
    return name === zone || name.toLowerCase() !== zone.toLowerCase();
  } catch {
    // The constructor throws a RangeError for unknown names.
    return false;
  }
}

/** Chromium reads page numbers as 32-bit integers. */
const MAX_PAGE = 2 ** 32 - 1;

/** Page ranges of a PDF, each in ascending order. Only the document decides whether it has these pages. */
export function pageRanges() {
  return text(255).refine(arePageRanges, { error: "must be page ranges such as 1-3,5" });
}

function arePageRanges(ranges: string): boolean {
  return ranges.split(",").every((range) => {
    const [, first, last = first] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(range) ?? [];
    return Number(first) >= 1 && Number(first) <= Number(last) && Number(last) <= MAX_PAGE;
  });
}

export function shape<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.strictObject(fields, { error: describeObjectError });
}

/** Returns the error of z.strictObject for values that are not objects. The caller reports unknown keys. */
export function describeObjectError(issue: { code?: string }): string | undefined {
  return issue.code === "invalid_type" ? "must be an object" : undefined;
}

export function headers() {
  const name = z
    .string()
    .regex(HEADER_NAME, { error: "is not a valid header name" })
    .refine((header) => isSettable(header.toLowerCase()), { error: "must not be set" });
  const value = text(KIB).regex(HEADER_VALUE, { error: "must be a single line of printable text" });
  return dictionary(name, value, { maxCount: MAX_HEADERS, entries: "headers" });
}

function isSettable(name: string): boolean {
  return !FORBIDDEN_HEADERS.has(name) && !name.startsWith("proxy-");
}

/** Returns whether a refinement can read the fields of the value. */
export function isObject({ value }: { value: unknown }): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function strings({ maxCount, maxLength }: { maxCount: number; maxLength: number }) {
  return dictionary(z.string(), text(maxLength), { maxCount, entries: "entries" });
}

/** `entries`: the noun of the error for too many entries. Rejects the key `__proto__`, which zod drops without an error. */
function dictionary<Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  key: Key,
  value: Value,
  { maxCount, entries }: { maxCount: number; entries: string },
) {
  const record = z
    .record(key, value, { error: "must be an object of strings" })
    .meta({ maxProperties: maxCount });
  return z.preprocess((raw, context) => {
    if (typeof raw !== "object" || raw === null) return raw;
    const addError = (message: string, path: string[] = []) => {
      context.addIssue({ code: "custom", path, message });
      return z.NEVER;
    };
    if (Object.hasOwn(raw, "__proto__")) return addError("must not be set", ["__proto__"]);
    // Counted before zod checks each entry, which takes seconds for the largest body.
    if (!Array.isArray(raw) && Object.keys(raw).length > maxCount)
      return addError(`must contain at most ${maxCount} ${entries}`);
    return raw;
  }, record);
}

export function cssLength() {
  return text(20).refine((length) => parseCssLength(length) !== undefined, {
    error: "must be a CSS length such as 10mm, 1in or 96px",
  });
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    // The constructors of Intl throw a RangeError for unknown names.
    return false;
  }
}
