// Generates the OpenAPI 3.1 document from the contract.
import { type ErrorCode, errorTable } from "../../contract/errors.ts";
import { answerExamples } from "../../contract/answer-examples.ts";
import { operations } from "../../contract/operations.ts";
import {
  type Answer,
  BODY_ERRORS,
  headers,
  type HeaderName,
  IDEMPOTENCY_ERRORS,
  KEYED_ERRORS,
  type Operation,
  RATE_HEADERS,
  RETRYABLE_ERRORS,
} from "../../contract/operation.ts";
import { type JsonSchema, namedSchemas, querySchemas, schemaReference } from "./json-schemas.ts";
import { describeWebhooks } from "./openapi-webhooks.ts";

export type OpenApi = {
  openapi: string;
  info: {
    title: string;
    version: string;
    description: string;
    contact: { name: string };
    license: { name: string; identifier: string };
  };
  tags: { name: Operation["tag"] | "Events"; description: string }[];
  servers: { url: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Partial<Record<Operation["method"], OpenApiOperation>>>;
  webhooks: ReturnType<typeof describeWebhooks>;
  components: {
    securitySchemes: Record<string, JsonSchema>;
    headers: Record<string, JsonSchema>;
    schemas: Record<string, JsonSchema>;
  };
};

type OpenApiOperation = {
  operationId: string;
  responses: Record<string, OpenApiResponse>;
} & JsonSchema;

type OpenApiResponse = {
  description: string;
  headers?: Record<string, JsonSchema>;
  content?: Record<
    string,
    { schema: JsonSchema; example?: unknown; examples?: Record<string, { value: unknown }> }
  >;
};

/** Returns the document. Its server URL is relative to the URL of the document. */
export function buildOpenApi(): OpenApi {
  const paths: OpenApi["paths"] = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Edgeshot",
      version: "1.0.0",
      description:
        "Captures web pages as PNG, JPEG, WebP or PDF. `/v1` changes only by addition. Ignore fields that you do not " +
        "recognize.",
      contact: { name: "The operator of this service" },
      license: { name: "MIT", identifier: "MIT" },
    },
    tags: Object.entries(tags).map(([name, description]) => ({
      // Object.entries loses the type of the keys.
      name: name as keyof typeof tags,
      description,
    })),
    servers: [{ url: "/" }],
    security: [{ header: [] }, { query: [] }],
    paths,
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: {
        header: { type: "apiKey", in: "header", name: "X-API-Key" },
        query: {
          type: "apiKey",
          in: "query",
          name: "api_key",
          description: "Exposes the key in URLs and logs. Prefer the header.",
        },
      },
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, { type, description }]) => [
          name,
          { description, schema: { type } },
        ]),
      ),
      schemas: { Error: errorSchema, ErrorDetails: errorDetails, ...namedSchemas() },
    },
  };
}

const tags: Record<OpenApi["tags"][number]["name"], string> = {
  Capture: "Capture pages, now or in the background.",
  Screenshots: "Stored screenshots: list, read, update, delete and compare.",
  Monitors: "Captures on a schedule, with reports of changes.",
  Webhooks: "Receivers of events, and the deliveries to them.",
  Account: "The usage of the account.",
  Service: "Images, health and documents of the service. These endpoints need no API key.",
  Events: "The requests that the service sends to webhooks.",
};

/** The body of every error. */
const errorSchema: JsonSchema = {
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

const errorDetails: JsonSchema = {
  description:
    "Additional facts. For invalid requests: the path and the error of each invalid field.",
  type: "object",
  additionalProperties: {
    anyOf: [{ type: "string" }, { type: "number" }, { type: "array", items: { type: "string" } }],
  },
};

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Unique key of the request. A repeated request with the same key within 24 hours is not charged again.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" },
};

function describe(operation: Operation): OpenApiOperation {
  const {
    id,
    tag,
    summary,
    description,
    parameters = {},
    query = {},
    body,
    example,
    open,
    idempotent,
  } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: description ?? `${summary}.`,
    ...(open ? { security: [] } : {}),
    parameters: [
      ...Object.entries(parameters).map(([name, meaning]) => ({
        name,
        in: "path",
        required: true,
        description: meaning,
        schema: { type: "string" },
      })),
      ...querySchemas(query).map(describeParameter),
      ...(idempotent ? [idempotencyKey] : []),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: schemaReference(body), ...(example && { example }) },
            },
          },
        }),
    responses: {
      ...Object.fromEntries(
        operation.answers.map((answer) => [answer.status, describeResponse(answer, operation)]),
      ),
      ...describeErrors(operation),
    },
  };
}

function describeParameter({ name, required, schema }: ReturnType<typeof querySchemas>[number]) {
  const { description, ...rest } = schema;
  const isObject = rest["type"] === "object" || hasObjects(rest["items"]);
  return {
    name,
    in: "query",
    required,
    ...(description === undefined ? {} : { description }),
    ...(isObject ? { content: { "application/json": { schema: rest } } } : { schema: rest }),
  };
}

function hasObjects(items: unknown): boolean {
  return typeof items === "object" && items !== null && "type" in items && items.type === "object";
}

function describeResponse(answer: Answer, { id, open, idempotent }: Operation): OpenApiResponse {
  const { status, description, json, content = [], headers: ownHeaders = [] } = answer;
  const value = answerExamples[id]?.[status];
  const example = value === undefined ? {} : { example: value };
  const bodies = content.map((type): [string, { schema: JsonSchema; example?: unknown }] => [
    type,
    type === "text/plain"
      ? { schema: { type: "string" }, ...example }
      : // The format of OpenAPI 3.0: code generators read it also in 3.1.
        { schema: { type: "string", format: "binary" } },
  ]);
  return {
    description,
    headers: headerReferences([
      ...ownHeaders,
      ...(idempotent ? (["Idempotent-Replayed"] as const) : []),
      ...(open ? [] : RATE_HEADERS),
      "X-Request-Id",
    ]),
    content: {
      ...Object.fromEntries(bodies),
      ...(json === undefined
        ? {}
        : { "application/json": { schema: schemaReference(json), ...example } }),
    },
  };
}

/** Returns one response per status, with an example of each error code. */
function describeErrors({
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

function headerReferences(names: HeaderName[]): Record<string, JsonSchema> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
