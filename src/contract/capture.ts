// The body of POST /v1/capture and the query of GET /v1/capture (docs/api.md "Captures").
import * as z from "zod";
import {
  captureOptions,
  type CaptureOptions,
  optionShape,
  rejectContradictions,
} from "./capture-options.ts";
import { optionQueryShape } from "./capture-options-query.ts";
import { rejectInsecureCookies } from "./cookies.ts";
import { applyDevice } from "./devices.ts";
import { describeObjectError, isObject, text } from "./option-types.ts";

export const MAX_NAME_LENGTH = 100;
export const MAX_URL_LENGTH = 8_192;
const MAX_HTML_LENGTH = 1024 * 1024;

/** The source of a capture: the page at a URL, or an HTML document in the request. */
export type CaptureSource = { kind: "url"; url: string } | { kind: "html"; html: string };

/** A validated capture request, from a body or from a query string. */
export type CaptureInput = {
  source: CaptureSource;
  name: string | undefined;
  options: CaptureOptions;
  /** Fails the capture when the storage is full. Signed links set it: without a stored image, each view would cost a credit. */
  mustStore?: boolean;
  /** Set for a signed link, whose captures count in a separate rate window. */
  isLink?: boolean;
};

export const webAddress = text(MAX_URL_LENGTH)
  // Browsers normalize a pasted URL in the same way.
  .overwrite((address) => address.trim().replaceAll(" ", "%20"))
  // Browsers drop some control characters, so the record would show another URL than the captured one.
  .regex(/^[^\x00-\x1f\x7f]*$/, { error: "must not contain control characters" })
  .refine(isWebAddress, { error: "must be a valid URL that starts with http:// or https://" })
  .meta({ description: "URL of the page, http or https.", examples: ["https://example.com/"] });

const name = recordName().describe("Name of the record and of the downloaded file.");

/** A name of at least one character that is not a space. */
export function recordName() {
  return text(MAX_NAME_LENGTH).regex(/\S/, { error: "must not be empty" });
}

export const captureBody = z
  .strictObject(
    {
      url: webAddress.optional(),
      html: text(MAX_HTML_LENGTH)
        .min(1, { error: "must not be empty" })
        .optional()
        .describe("HTML document to capture instead of a URL."),
      name: name.optional(),
      options: captureOptions.prefault({}),
    },
    { error: describeObjectError },
  )
  .superRefine(
    (body, context) => {
      if (body.url === undefined && body.html === undefined) {
        context.addIssue({ code: "custom", path: ["url"], message: "is required" });
      }
      if (body.url !== undefined && body.html !== undefined) {
        context.addIssue({
          code: "custom",
          path: ["html"],
          message: "cannot be combined with url",
        });
      }
      rejectInsecureCookies(context, ["options"], body.options, { url: body.url });
    },
    // Also runs when other fields are invalid, so that one response reports all errors.
    { when: isObject },
  )
  // Describes the refinement in the JSON schema.
  .meta({ oneOf: [{ required: ["url"] }, { required: ["html"] }] })
  .transform((body): CaptureInput => {
    const source: CaptureSource =
      body.html === undefined
        ? { kind: "url", url: body.url ?? "" }
        : { kind: "html", html: body.html };
    return { source, name: body.name, options: body.options };
  });

/** The documented parameters of GET /v1/capture. */
export const captureQueryShape = { url: webAddress, name: name.optional(), ...optionShape };

const queryObject = z
  .strictObject({
    url: webAddress,
    name: name.optional(),
    // The authentication reads this parameter; a strict schema must list it.
    api_key: z.string().optional(),
    // The parameters of a signed link.
    key_id: z.string().optional(),
    expires: z.string().optional(),
    signature: z.string().optional(),
    ...optionQueryShape,
  })
  .superRefine(
    (query, context) => {
      rejectContradictions(query, context);
      rejectInsecureCookies(context, [], query, { url: query.url });
      if (query.signature !== undefined) return;
      for (const part of ["key_id", "expires"] as const)
        if (query[part] !== undefined)
          context.addIssue({ code: "custom", path: [part], message: "requires signature" });
    },
    { when: isObject },
  );

export const captureQuery = z
  .preprocess(applyDevice, queryObject)
  .transform((query): CaptureInput => {
    const { url, name: label, ...rest } = query;
    const { api_key: _a, key_id: _k, expires: _e, signature: _s, ...options } = rest;
    // GET always returns the file and ignores response_type (docs/decisions/requests.md).
    return {
      source: { kind: "url", url },
      name: label,
      options: { ...options, response_type: "by_format" },
    };
  });

function isWebAddress(value: string): boolean {
  const address = URL.parse(value);
  return address !== null && (address.protocol === "http:" || address.protocol === "https:");
}
