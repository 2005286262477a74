// Describes one endpoint in the OpenAPI document: parameters, body and successful responses.
import { answerExamples } from "../../contract/answer-examples.ts";
import { type Answer, type Operation, RATE_HEADERS } from "../../contract/operation.ts";
import { type JsonSchema, querySchemas, schemaReference } from "./json-schemas.ts";
import { describeErrors } from "./openapi-errors.ts";
import { headerReferences, type OpenApiResponse } from "./openapi-response.ts";

export type OpenApiOperation = {
  operationId: string;
  responses: Record<string, OpenApiResponse>;
} & JsonSchema;

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Unique key of the request. A repeated request with the same key within 24 hours is not charged again.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" },
};

export function describeOperation(operation: Operation): OpenApiOperation {
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
      : // Use the binary format of OpenAPI 3.0, because code generators also support it in documents of version 3.1.
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
