// Generates /llms.txt from the contract: the whole API reference on one page, for language models.
import * as z from "zod";
import { optionShape } from "../../contract/capture-options.ts";
import { EVENT_KINDS } from "../../contract/event-kinds.ts";
import { eventPayload, events } from "../../contract/events.ts";
import { errorTable } from "../../contract/errors.ts";
import { operations } from "../../contract/operations.ts";
import { headers, type Operation } from "../../contract/operation.ts";
import { plans } from "../../contract/plans.ts";
import { formatBytes } from "../../lib/data-size.ts";
import { type JsonSchema, querySchemas } from "./json-schemas.ts";

const options: Record<string, z.ZodType> = optionShape;

/** Returns Markdown. `origin`: the origin of the service, such as "https://shots.example.com". */
export function writeLlmsText(origin: string): string {
  return `# Edgeshot

> Captures web pages as PNG, JPEG, WebP or PDF. Base URL: ${origin}. Send the API key in the header \`X-API-Key\`.
> Schemas: ${origin}/openapi.json. \`/v1\` changes only by addition: ignore fields that you do not recognize.

\`\`\`sh
curl -fsS ${origin}/v1/capture -H "X-API-Key: $EDGESHOT_KEY" -H "Content-Type: application/json" \\
  -d '{"url": "https://example.com", "options": {"full_page": true}}' -o page.png
\`\`\`

## Endpoints

${operations.map(describeOperation).join("\n")}

## Capture options

Send them in \`options\` of a JSON body, or as query parameters. Unknown options are rejected.

${querySchemas(optionShape)
  .map(({ name, schema }) => `- \`${name}\`: ${describeSchema(schema)}`)
  .join("\n")}

## Events

Webhooks receive these events, signed according to standardwebhooks.com. An event may arrive more than once: deduplicate by \`event_id\`.

${EVENT_KINDS.map((kind) => `- \`${kind}\`: ${events[kind].when}. \`${describeKind(convert(eventPayload(kind), "output"))}\``).join("\n")}

## Errors

\`{"error": {"code", "message", "details"?}}\`. A failed capture costs nothing. \`details\` of a 422 contains every invalid field.

${Object.entries(errorTable)
  .map(([code, { status, message }]) => `- ${status} \`${code}\`: ${message}`)
  .join("\n")}

## Response headers

${Object.entries(headers)
  .map(([name, { description }]) => `- \`${name}\`: ${description}`)
  .join("\n")}

## Limits

${Object.values(plans)
  .map(
    ({ name, limits }) =>
      `- ${name}: ${limits.monthlyScreenshots} screenshots per month, ${formatBytes(limits.storageBytes)} of storage, ` +
      `${limits.requestsPerMinute} requests per minute`,
  )
  .join("\n")}
`;
}

function describeOperation(operation: Operation): string {
  const { method, path, summary, description, query = {}, body, idempotent, answers } = operation;
  // The section "Capture options" lists the capture options.
  const ownParameters = Object.entries(query).filter(([name, schema]) => schema !== options[name]);
  return [
    `- \`${method.toUpperCase()} ${path}\`: ${summary}.${description === undefined ? "" : ` ${description}`}`,
    ...querySchemas(Object.fromEntries(ownParameters)).map(
      ({ name, schema }) => `  - query \`${name}\`: ${describeSchema(schema)}`,
    ),
    ...bodyFields(body).map(([name, schema]) => `  - body \`${name}\`: ${describeSchema(schema)}`),
    ...(idempotent
      ? [
          "  - header `Idempotency-Key`: a repeated request with the same key within 24 hours is not charged again.",
        ]
      : []),
    ...answers.map(
      ({ status, description: text, json }) =>
        `  - ${status}: ${text}${json === undefined ? "" : ` \`${describeKind(convert(json, "output"))}\``}`,
    ),
  ].join("\n");
}

function bodyFields(body: z.ZodType | undefined): [string, JsonSchema][] {
  if (body === undefined) return [];
  const fields = Object.entries(toSchema(convert(body, "input")["properties"]));
  return fields.map(([name, schema]) => [name, toSchema(schema)]);
}

function convert(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" });
}

/** Returns one line: values, range, default and description. */
function describeSchema(schema: JsonSchema): string {
  const { description, default: value } = schema;
  const kind = describeKind(schema);
  const defaultText =
    value === undefined || typeof value === "object" ? "" : `, default ${JSON.stringify(value)}`;
  return `${kind}${defaultText}.${typeof description === "string" ? ` ${description}` : ""}`;
}

function describeKind(schema: JsonSchema): string {
  const { type, minimum, maximum, maxLength, items, anyOf, properties, enum: values } = schema;
  if (Array.isArray(values)) return values.join(" | ");
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(describeKind))].join(" or ");
  if (type === "array") return `array of ${describeKind(toSchema(items))}`;
  if (properties !== undefined) return describeFields(toSchema(properties));
  if (typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER)
    return `${String(type)} ${String(minimum)} to ${maximum}`;
  if (typeof maxLength === "number") return `${String(type)}, at most ${maxLength} characters`;
  return String(schema["const"] ?? type);
}

function describeFields(properties: JsonSchema): string {
  if (Object.hasOwn(properties, "viewport_width")) return "the capture options below";
  const fields = Object.entries(properties).map(([name, schema]) => {
    const { properties: inner, items } = toSchema(schema);
    const nested = inner ?? toSchema(items)["properties"];
    return nested === undefined ? name : `${name}: ${describeFields(toSchema(nested))}`;
  });
  return `{${fields.join(", ")}}`;
}

function toSchema(value: unknown): JsonSchema {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
