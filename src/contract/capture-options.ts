// The capture options: type, default, range and meaning of each
// (SPEC.md "Capture options", docs/decisions.md "Further options").
import { z } from "zod";
import {
  cookies,
  cssLength,
  cssSelector,
  cssSelectors,
  describeObjectError,
  flag,
  headers,
  headerText,
  integer,
  KIB,
  locale,
  number,
  oneOf,
  oneOrMore,
  shape,
  strings,
  text,
  timeZone,
} from "./option-types.ts";

export const FORMATS = ["png", "jpeg", "webp", "pdf"] as const;
const WAIT_CONDITIONS = ["load", "domcontentloaded", "networkidle0", "networkidle2"] as const;
const PAPERS = [
  "letter",
  "legal",
  "tabloid",
  "ledger",
  "a0",
  "a1",
  "a2",
  "a3",
  "a4",
  "a5",
  "a6",
] as const;

/** In the order of the documentation. */
export const optionShape = {
  format: oneOf(FORMATS).default("png").describe("Output format."),
  viewport_width: integer(100, 5000).default(1280).describe("Viewport width, pixels."),
  viewport_height: integer(100, 5000).default(1024).describe("Viewport height, pixels."),
  full_page: flag().default(false).describe("Capture the whole scrollable page."),
  image_quality: integer(0, 100)
    .default(80)
    .describe("Quality of JPEG, WebP and of raster images in a PDF; ignored for PNG."),
  device_scale_factor: number(1, 3).default(1).describe("Device pixel ratio."),
  viewport_mobile: flag().default(false).describe("Emulate a mobile viewport."),
  viewport_has_touch: flag().default(false).describe("Enable touch events."),
  viewport_landscape: flag().default(false).describe("Landscape orientation."),
  block_ads: flag().default(false).describe("Block advertisements."),
  block_cookie_banners: flag().default(false).describe("Block cookie consent banners."),
  block_chats: flag().default(false).describe("Block chat widgets."),
  selector: cssSelector()
    .optional()
    .describe("CSS selector of one element to capture instead of the page."),
  selector_scroll_into_view: flag()
    .default(true)
    .describe("Scroll the selected element into view first."),
  error_on_selector_not_found: flag()
    .default(false)
    .describe("Fail with 422 selector_not_found when the selector matches nothing."),
  wait_for_selector: cssSelector()
    .optional()
    .describe("Wait until this element exists in the DOM."),
  delay: integer(0, 10_000)
    .default(0)
    .describe("Milliseconds to wait after load, before the capture."),
  timeout: integer(1_000, 90_000)
    .default(60_000)
    .describe("Milliseconds allowed for the whole capture."),
  navigation_timeout: integer(1_000, 30_000)
    .default(30_000)
    .describe("Milliseconds allowed for the navigation."),
  wait_until: oneOrMore(WAIT_CONDITIONS)
    .default("load")
    .describe("When the navigation counts as complete; an array waits for all of them."),
  response_type: oneOf(["by_format", "json", "empty"])
    .default("by_format")
    .describe("Shape of the response."),
  dark_mode: flag().optional().describe("Emulate the dark (true) or light (false) colour scheme."),
  omit_background: flag()
    .default(false)
    .describe("Leave out the default white background; PNG and WebP only, ignored for others."),
  full_page_scroll: flag()
    .optional()
    .describe("Scroll through the page before the capture, so that lazy content loads."),
  full_page_scroll_delay: integer(0, 5000)
    .default(400)
    .describe("Milliseconds between scroll steps."),
  full_page_scroll_by: integer(0, 5000)
    .optional()
    .describe("Pixels per scroll step; the viewport's height when left out or 0."),
  full_page_max_height: integer(0, 50_000)
    .optional()
    .describe("Maximum height of a full-page capture, pixels; none when left out or 0."),

  headers: headers()
    .optional()
    .describe("Headers for requests to the target's origin; at most 20."),
  cookies: cookies()
    .optional()
    .describe("Cookies set before the navigation; the domain defaults to the target's."),
  local_storage: strings(100 * KIB)
    .optional()
    .describe("localStorage entries of the target's origin, set before the page's scripts run."),
  http_auth: shape({ username: text(KIB), password: text(KIB) })
    .optional()
    .describe("User name and password for HTTP authentication at the target's origin."),
  user_agent: headerText(KIB).optional().describe("User-Agent header and navigator.userAgent."),
  locale: locale().optional().describe("Language, as a BCP 47 tag."),
  time_zone: timeZone().optional().describe("IANA time zone."),
  geolocation: shape({
    latitude: number(-90, 90),
    longitude: number(-180, 180),
    accuracy: number(0, 1_000_000).optional(),
  })
    .optional()
    .describe("Position reported to the page; accuracy in metres."),
  hide_selectors: cssSelectors().optional().describe("Elements to hide."),
  styles: text(100 * KIB)
    .optional()
    .describe("CSS added after load, before waiting."),
  scripts: text(100 * KIB)
    .optional()
    .describe("JavaScript run after load, before waiting."),
  media_type: oneOf(["screen", "print"]).optional().describe("CSS media type."),
  reduced_motion: flag().optional().describe("Emulate the preference for reduced motion."),
  clip: shape({
    x: number(0, 50_000),
    y: number(0, 50_000),
    width: number(1, 50_000),
    height: number(1, 50_000),
  })
    .optional()
    .describe("Rectangle of the page to capture, CSS pixels."),
  pdf_paper: z
    .union([z.enum(PAPERS), z.strictObject({ width: cssLength(), height: cssLength() })], {
      error: `must be one of ${PAPERS.join(", ")}, or {width, height} in CSS lengths`,
    })
    .optional()
    .describe("Paper of a PDF; A4 when left out."),
  pdf_margin: z
    .union(
      [
        cssLength(),
        z.strictObject({
          top: cssLength().optional(),
          right: cssLength().optional(),
          bottom: cssLength().optional(),
          left: cssLength().optional(),
        }),
      ],
      { error: "must be a CSS length, or {top, right, bottom, left} in CSS lengths" },
    )
    .optional()
    .describe("Page margins of a PDF; none when left out."),
  pdf_pages: text(255)
    .regex(/^\s*\d+(\s*-\s*\d+)?(\s*,\s*\d+(\s*-\s*\d+)?)*\s*$/, {
      error: "must be page ranges such as 1-3,5",
    })
    .optional()
    .describe("Pages of a PDF to keep."),
  pdf_scale: number(0.1, 2).optional().describe("Scale of a PDF's content."),
  pdf_header: text(100 * KIB)
    .optional()
    .describe("HTML template of a PDF's page header."),
  pdf_footer: text(100 * KIB)
    .optional()
    .describe("HTML template of a PDF's page footer."),
  cache_ttl: integer(0, 2_592_000)
    .default(0)
    .describe(
      "Seconds for which an identical capture of the account is answered again, free of charge; 0 is off.",
    ),
  fail_on_status: flag()
    .default(false)
    .describe("Fail with 502 host_error when the target answers 4xx or 5xx."),
};

export const captureOptions = z
  .strictObject(optionShape, { error: describeObjectError })
  .superRefine(rejectContradictions);

/** Options as a caller may send them. */
export type CaptureOptionsInput = z.input<typeof captureOptions>;

/** Options with every default filled in. */
export type CaptureOptions = z.output<typeof captureOptions>;

export type CaptureFormat = CaptureOptions["format"];

const {
  headers: _headers,
  cookies: _cookies,
  local_storage: _localStorage,
  http_auth: _httpAuth,
  ...storedShape
} = optionShape;

/** The options that a record may keep and show: everything but what can hold a secret. */
export const storedOptions = z.strictObject(storedShape);

export type StoredOptions = z.output<typeof storedOptions>;

export function withoutSecrets(options: CaptureOptions): StoredOptions {
  const { headers: _h, cookies: _c, local_storage: _l, http_auth: _a, ...stored } = options;
  return stored;
}

/** The others: those of the options that can hold a secret, as far as they are given. */
export function secretsOf(options: CaptureOptions): Partial<CaptureOptions> {
  const open = withoutSecrets(options);
  return Object.fromEntries(Object.entries(options).filter(([name]) => !(name in open)));
}

/** Two ways to say what to capture contradict each other; a silent choice between them would be a guess. */
export function rejectContradictions(options: CaptureOptions, context: z.RefinementCtx): void {
  for (const [option, message] of findContradictions(options)) {
    context.addIssue({ code: "custom", path: [option], message });
  }
}

/** The options that cannot stand beside others, each with the sentence that says so. */
export function findContradictions(
  options: StoredOptions,
): [option: keyof StoredOptions, message: string][] {
  const { clip, selector, full_page, format } = options;
  const contradictions: [boolean, keyof StoredOptions, string][] = [
    [clip !== undefined && selector !== undefined, "clip", "selector"],
    [clip !== undefined && full_page, "clip", "full_page"],
    [format === "pdf" && selector !== undefined, "selector", "format pdf"],
    [format === "pdf" && clip !== undefined, "clip", "format pdf"],
  ];
  return contradictions
    .filter(([contradicts]) => contradicts)
    .map(([, option, other]) => [option, `cannot be combined with ${other}`]);
}
