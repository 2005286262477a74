// The capture options with their types, defaults and ranges
// (docs/options.md, docs/decisions/further-options.md).
import * as z from "zod";
import { cookies } from "./cookies.ts";
import { applyDevice, DEVICE_NAMES } from "./devices.ts";
import { findPdfPageProblem, PAPER_NAMES } from "./pdf-page.ts";
import {
  cssLength,
  cssSelector,
  cssSelectors,
  describeObjectError,
  flag,
  headers,
  headerText,
  integer,
  isObject,
  KIB,
  locale,
  number,
  oneOf,
  oneOrMore,
  pageRanges,
  shape,
  strings,
  text,
  texts,
  timeZone,
  urlPatterns,
} from "./option-types.ts";

export const FORMATS = ["png", "jpeg", "webp", "pdf"] as const;
const WAIT_CONDITIONS = ["load", "domcontentloaded", "networkidle0", "networkidle2"] as const;
export const RESOURCE_TYPES = [
  "document",
  "stylesheet",
  "image",
  "media",
  "font",
  "script",
  "texttrack",
  "xhr",
  "fetch",
  "eventsource",
  "manifest",
  "other",
] as const;
/** All capture options, in the order of the documentation. */
export const optionShape = {
  format: oneOf(FORMATS).default("png").describe("Output format."),
  viewport_width: integer(100, 5000).default(1280).describe("Viewport width in pixels."),
  viewport_height: integer(100, 5000).default(1024).describe("Viewport height in pixels."),
  device: oneOf(DEVICE_NAMES)
    .optional()
    .describe(
      "Device to emulate: viewport size, scale factor, mobile viewport, touch and user agent. Other options override it.",
    ),
  full_page: flag().default(false).describe("Capture the full scrollable page."),
  image_quality: integer(0, 100)
    .default(80)
    .describe("Quality of JPEG and WebP files and of the images in a PDF. Ignored for PNG."),
  image_width: integer(1, 50_000)
    .optional()
    .describe("Maximum width of the image in pixels. A larger image is scaled down."),
  image_height: integer(1, 50_000)
    .optional()
    .describe("Maximum height of the image in pixels. A larger image is scaled down."),
  device_scale_factor: number(1, 3).default(1).describe("Device pixel ratio."),
  viewport_mobile: flag().default(false).describe("Emulate a mobile viewport."),
  viewport_has_touch: flag().default(false).describe("Enable touch events."),
  viewport_landscape: flag().default(false).describe("Emulate landscape orientation."),
  block_ads: flag().default(false).describe("Block advertisements."),
  block_cookie_banners: flag().default(false).describe("Block cookie consent banners."),
  block_chats: flag().default(false).describe("Block chat widgets."),
  selector: cssSelector()
    .optional()
    .describe("CSS selector of the element to capture instead of the page."),
  selector_scroll_into_view: flag()
    .default(true)
    .describe("Scroll the selected element into view before the capture."),
  error_on_selector_not_found: flag()
    .default(false)
    .describe("Fail with 422 selector_not_found when `selector` matches no element."),
  wait_for_selector: cssSelector()
    .optional()
    .describe("Wait until an element that matches this selector is in the DOM."),
  wait_for_selector_visible: flag()
    .default(false)
    .describe("Wait until an element that matches `wait_for_selector` is visible."),
  wait_for_hidden: cssSelector()
    .optional()
    .describe("Wait until no visible element matches this selector."),
  delay: integer(0, 10_000).default(0).describe("Milliseconds to wait between load and capture."),
  timeout: integer(1_000, 90_000)
    .default(60_000)
    .describe("Timeout of the whole capture in milliseconds."),
  navigation_timeout: integer(1_000, 30_000)
    .default(30_000)
    .describe("Timeout of the navigation in milliseconds."),
  wait_until: oneOrMore(WAIT_CONDITIONS)
    .default("load")
    .describe("Event that completes the navigation. An array waits for all of its events."),
  response_type: oneOf(["by_format", "json", "empty"])
    .default("by_format")
    .describe("What the response contains: the file, a JSON description or no body."),
  dark_mode: flag().optional().describe("Emulate the dark (true) or light (false) color scheme."),
  omit_background: flag()
    .default(false)
    .describe("Omit the default white background. PNG and WebP only; ignored for other formats."),
  full_page_scroll: flag()
    .optional()
    .describe("Scroll through the page before the capture to load lazy content."),
  full_page_scroll_delay: integer(0, 5000)
    .default(400)
    .describe("Milliseconds between scroll steps."),
  full_page_scroll_by: integer(0, 5000)
    .optional()
    .describe("Pixels per scroll step. If omitted or 0, half the height of the viewport."),
  full_page_max_height: integer(0, 50_000)
    .optional()
    .describe("Maximum height of a full-page capture in pixels. If omitted or 0, unlimited."),

  headers: headers()
    .optional()
    .describe("HTTP headers for requests to the origin of the target. At most 20."),
  cookies: cookies()
    .optional()
    .describe(
      "Cookies to set before the navigation. `domain` defaults to the domain of the target.",
    ),
  local_storage: strings({ maxCount: 500, maxLength: 100 * KIB })
    .optional()
    .describe(
      "localStorage entries to set for the origin of the target before any script runs. At most 500.",
    ),
  http_auth: shape({ username: text(KIB), password: text(KIB) })
    .optional()
    .describe("User name and password for HTTP authentication at the origin of the target."),
  user_agent: headerText(KIB)
    .optional()
    .describe("User agent to send, also as navigator.userAgent."),
  locale: locale().optional().describe("Language of the browser as a BCP 47 tag."),
  time_zone: timeZone().optional().describe("Time zone of the browser as an IANA name."),
  geolocation: shape({
    latitude: number(-90, 90),
    longitude: number(-180, 180),
    accuracy: number(0, 1_000_000).optional(),
  })
    .optional()
    .describe("Position to report to the page. `accuracy` is in meters."),
  block_trackers: flag()
    .default(false)
    .describe("Block requests to trackers and analytics services."),
  block_resources: oneOrMore(RESOURCE_TYPES)
    .optional()
    .describe("Block requests of these types. `document` blocks the documents of frames."),
  block_requests: urlPatterns()
    .optional()
    .describe(
      "Block requests to these hosts or URL patterns, such as example.com or example.com/ads/*. At most 50.",
    ),
  hide_selectors: cssSelectors().optional().describe("CSS selectors of elements to hide."),
  styles: text(100 * KIB)
    .optional()
    .describe("CSS to add after load, before the waits."),
  scripts: text(100 * KIB)
    .optional()
    .describe("JavaScript to run after load, before the waits."),
  click: cssSelectors(20)
    .optional()
    .describe(
      "CSS selectors of elements to click in this order after load, before the waits. At most 20.",
    ),
  error_on_click_selector_not_found: flag()
    .default(false)
    .describe(
      "Fail with 422 selector_not_found when a selector of `click` or `hover` matches no element.",
    ),
  hover: cssSelector()
    .optional()
    .describe("CSS selector of the element to move the mouse over, after all clicks."),
  fail_if_text: texts()
    .optional()
    .describe("Fail with 422 content_check_failed when the page shows one of these texts."),
  fail_unless_text: texts()
    .optional()
    .describe("Fail with 422 content_check_failed unless the page shows all of these texts."),
  bypass_csp: flag()
    .default(false)
    .describe("Ignore the Content-Security-Policy of the page, so that `scripts` can load code."),
  media_type: oneOf(["screen", "print"]).optional().describe("CSS media type to emulate."),
  reduced_motion: flag().optional().describe("Emulate the preference for reduced motion."),
  clip: shape({
    x: number(0, 50_000),
    y: number(0, 50_000),
    width: number(1, 50_000),
    height: number(1, 50_000),
  })
    .optional()
    .describe("Rectangle of the page to capture, in CSS pixels."),
  pdf_paper: z
    .union([z.enum(PAPER_NAMES), z.strictObject({ width: cssLength(), height: cssLength() })], {
      error: `must be one of ${PAPER_NAMES.join(", ")}, or {width, height} in CSS lengths`,
    })
    .optional()
    .describe("Paper size of a PDF. Default: A4."),
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
    .describe("Page margins of a PDF. Default: none."),
  pdf_pages: pageRanges()
    .optional()
    .describe("Page ranges to include in a PDF, such as 1-3,5. Default: all pages."),
  pdf_scale: number(0.1, 2).optional().describe("Scale of the content of a PDF."),
  pdf_header: text(100 * KIB)
    .optional()
    .describe("HTML template of the page header of a PDF."),
  pdf_footer: text(100 * KIB)
    .optional()
    .describe("HTML template of the page footer of a PDF."),
  cache_ttl: integer(0, 2_592_000)
    .default(0)
    .describe(
      "Seconds during which an identical request returns the stored capture, free of charge. 0 disables the cache.",
    ),
  fail_on_status: flag()
    .default(false)
    .describe("Fail with 502 host_error when the target responds with status 4xx or 5xx."),
};

const optionsObject = z
  .strictObject(optionShape, { error: describeObjectError })
  // Also runs when options are invalid, so that one response reports all errors.
  .superRefine(rejectContradictions, { when: isObject });

/** Options as clients send them: each one is optional. */
export type CaptureOptionsInput = z.input<typeof optionsObject>;

/** Options with all defaults applied. */
export type CaptureOptions = z.output<typeof optionsObject>;

/** Applies the device before the defaults, so that only options of the client override the device. */
export const captureOptions = z.preprocess(applyDevice, optionsObject) as z.ZodType<
  CaptureOptions,
  // A preprocessed schema has the input type unknown.
  CaptureOptionsInput
>;

export type CaptureFormat = CaptureOptions["format"];

const {
  headers: _headers,
  cookies: _cookies,
  local_storage: _localStorage,
  http_auth: _httpAuth,
  ...storedShape
} = optionShape;

/** The options that records store and return: all except those that can contain secrets. */
export const storedOptions = z.strictObject(storedShape);

export type StoredOptions = z.output<typeof storedOptions>;

export function withoutSecrets(options: CaptureOptions): StoredOptions {
  const { headers: _h, cookies: _c, local_storage: _l, http_auth: _a, ...stored } = options;
  return stored;
}

/** Returns the options that can contain secrets and that the request set. */
export function secretsOf(options: CaptureOptions): Partial<CaptureOptions> {
  const stored = withoutSecrets(options);
  return Object.fromEntries(Object.entries(options).filter(([name]) => !(name in stored)));
}

/** Adds a validation issue for each option that contradicts another one, such as `clip` with `full_page`. */
export function rejectContradictions(options: CaptureOptions, context: z.RefinementCtx): void {
  for (const [option, message] of findContradictions(options)) {
    context.addIssue({ code: "custom", path: [option], message });
  }
}

/**
 * The options that decide whether a PDF has space for content. Replaces an invalid option with the value that leaves the most
 * space, because the check must not report a problem that a valid value might not have.
 */
const pdfPageOptions = z.object({
  format: z.literal("pdf"),
  full_page: z.boolean().optional().catch(true),
  viewport_landscape: z.boolean().optional(),
  pdf_paper: optionShape.pdf_paper,
  pdf_margin: optionShape.pdf_margin,
  pdf_header: optionShape.pdf_header.catch(undefined),
  pdf_footer: optionShape.pdf_footer.catch(undefined),
});

/** Returns each option that contradicts another one, with its error message. Refinements also receive invalid options. */
export function findContradictions(options: {
  [Name in keyof CaptureOptions]?: unknown;
}): [option: keyof StoredOptions, message: string][] {
  const { clip, selector, full_page, format, image_width, image_height } = options;
  const isPdf = format === "pdf";
  const contradictions: [boolean, keyof StoredOptions, string][] = [
    [clip !== undefined && selector !== undefined, "clip", "selector"],
    [clip !== undefined && full_page === true, "clip", "full_page"],
    [isPdf && selector !== undefined, "selector", "format pdf"],
    [isPdf && clip !== undefined, "clip", "format pdf"],
    [isPdf && image_width !== undefined, "image_width", "format pdf"],
    [isPdf && image_height !== undefined, "image_height", "format pdf"],
  ];
  const pdf = pdfPageOptions.safeParse(options);
  const page = pdf.success ? findPdfPageProblem(pdf.data, pdf.data.full_page ?? false) : undefined;
  const combined = Map.groupBy(
    contradictions.filter(([contradicts]) => contradicts),
    ([, option]) => option,
  );
  return [
    ...[...combined].map(([option, found]): [keyof StoredOptions, string] => [
      option,
      `cannot be combined with ${found.map(([, , other]) => other).join(" and ")}`,
    ]),
    ...(page === undefined
      ? []
      : [[page.option, page.problem] satisfies [keyof StoredOptions, string]]),
  ];
}
