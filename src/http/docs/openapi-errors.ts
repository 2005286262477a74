// Describes the errors of an endpoint in the OpenAPI document.
import { type ErrorCode, errorTable } from "../../contract/errors.ts";
import {
  BODY_ERRORS,
  type HeaderName,
  IDEMPOTENCY_ERRORS,
  KEYED_ERRORS,
  type Operation,
  RATE_HEADERS,
  RETRYABLE_ERRORS,
} from "../../contract/operation.ts";
import type { JsonSchema } from "./json-schemas.ts";
import { headerReferences, type OpenApiResponse } from "./openapi-response.ts";

/** The body of every error. */
export const errorSchema: JsonSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string", enum: Object.keys(errorTable) },
        message: { type: "string" },
        details: { $ref: "#/components/schemas/ErrorDetails" },
      },
    },
  },
};

export const errorDetails: JsonSchema = {
  description:
    "Additional facts. For invalid requests: the path and the error of each invalid field.",
  type: "object",
  additionalProperties: {
    anyOf: [{ type: "string" }, { type: "number" }, { type: "array", items: { type: "string" } }],
  },
};

/** Returns one response per status, with an example of each error code. */
export function describeErrors({
  open,
  body,
  idempotent,
  errors = [],
}: Operation): Record<string, OpenApiResponse> {
  const codes = new Set([
    ...(open ? (["internal_error"] as const) : KEYED_ERRORS),
    "method_not_allowed" as const,
    ...(body === undefined ? [] : BODY_ERRORS),
    ...(idempotent ? IDEMPOTENCY_ERRORS : []),
    ...errors,
  ]);
  const byStatus = Map.groupBy(codes, (code) => errorTable[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [status, describeError(sameStatus, open === true)]),
  );
}

function describeError(codes: ErrorCode[], open: boolean): OpenApiResponse {
  const retryHeaders: HeaderName[] = codes.some((code) => RETRYABLE_ERRORS.includes(code))
    ? ["Retry-After"]
    : [];
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].message}`).join(" "),
    headers: headerReferences([
      ...retryHeaders,
      ...(codes.includes("method_not_allowed") ? (["Allow"] as const) : []),
      ...(open ? [] : RATE_HEADERS),
      "X-Request-Id",
    ]),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            { value: { error: { code, message: errorTable[code].message } } },
          ]),
        ),
      },
    },
  };
}
