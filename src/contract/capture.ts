// Body and query of the capture endpoints (SPEC.md "POST /v1/capture", "GET /v1/capture").
import { z } from "zod";
import {
  captureOptions,
  type CaptureOptions,
  optionShape,
  rejectContradictions,
} from "./capture-options.ts";
import { optionQueryShape } from "./capture-options-query.ts";
import { describeObjectError, text } from "./option-types.ts";

export const MAX_NAME_LENGTH = 100;
export const MAX_URL_LENGTH = 8_192;
const MAX_HTML_LENGTH = 1024 * 1024;

/** What to capture: the page at an address, or a document sent along. */
export type CaptureSource = { kind: "url"; url: string } | { kind: "html"; html: string };

/** One capture as asked for, whichever way it was sent. */
export type CaptureInput = {
  source: CaptureSource;
  name: string | undefined;
  options: CaptureOptions;
  /** The longer side of the picture is drawn with at most this many pixels. */
  maxSidePx?: number;
  /** Refused where there is no room for its image: otherwise it would be captured, and charged, for each who looks. */
  mustStore?: boolean;
};

export const webAddress = text(MAX_URL_LENGTH)
  // As browsers read an address that was pasted.
  .overwrite((address) => address.trim().replaceAll(" ", "%20"))
  // Browsers drop some of these: what was captured would have another address than what is on record.
  .regex(/^[^\x00-\x1f\x7f]*$/, { error: "must not contain control characters" })
  .refine(isWebAddress, { error: "must be a valid URL that begins with http:// or https://" })
  .meta({ description: "Address of the page, http or https.", examples: ["https://example.com/"] });

const name = text(MAX_NAME_LENGTH).describe("A name for the record and the file.");

export const captureBody = z
  .strictObject(
    {
      url: webAddress.optional(),
      html: text(MAX_HTML_LENGTH)
        .min(1, { error: "must not be empty" })
        .optional()
        .describe("A document to capture instead of an address."),
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
    },
    // Beside other faults, too, so that all are told at once.
    { when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value) },
  )
  // For the documentation: what the refinement says.
  .meta({ oneOf: [{ required: ["url"] }, { required: ["html"] }] })
  .transform((body): CaptureInput => {
    const source: CaptureSource =
      body.html === undefined
        ? { kind: "url", url: body.url ?? "" }
        : { kind: "html", html: body.html };
    return { source, name: body.name, options: body.options };
  });

/** The parameters of GET /v1/capture, as they are documented. */
export const captureQueryShape = { url: webAddress, name: name.optional(), ...optionShape };

export const captureQuery = z
  .strictObject({
    url: webAddress,
    name: name.optional(),
    // The key is read by the authentication; it stands here because it may stand in the query.
    api_key: z.string().optional(),
    // So is what signs a link.
    key_id: z.string().optional(),
    expires: z.string().optional(),
    signature: z.string().optional(),
    ...optionQueryShape,
  })
  .superRefine((query, context) => {
    rejectContradictions(query, context);
    if (query.signature !== undefined) return;
    for (const part of ["key_id", "expires"] as const)
      if (query[part] !== undefined)
        context.addIssue({ code: "custom", path: [part], message: "needs a signature" });
  })
  .transform((query): CaptureInput => {
    const { url: address, name: label, ...rest } = query;
    const { api_key: _a, key_id: _k, expires: _e, signature: _s, ...options } = rest;
    // A GET always answers with the file: response_type is ignored (docs/decisions.md "Requests").
    return {
      source: { kind: "url", url: address },
      name: label,
      options: { ...options, response_type: "by_format" },
    };
  });

function isWebAddress(value: string): boolean {
  const address = URL.parse(value);
  return address !== null && (address.protocol === "http:" || address.protocol === "https:");
}
