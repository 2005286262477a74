// Converts the zod schemas of the contract to named JSON schemas for the OpenAPI document.
import * as z from "zod";
import { captureOptions } from "../../contract/capture-options.ts";
import { EVENT_KINDS, type EventKind } from "../../contract/event-kinds.ts";
import { eventPayload } from "../../contract/events.ts";
import { compareAnswer } from "../../contract/compare.ts";
import { operations } from "../../contract/operations.ts";
import { monitorAnswer, runAnswer } from "../../contract/monitors.ts";
import type { Operation } from "../../contract/operation.ts";
import { pagination } from "../../contract/paging.ts";
import { listItem, metadata, screenshotAnswer } from "../../contract/screenshot.ts";
import { usageAnswer } from "../../contract/usage.ts";
import { delivery, webhook } from "../../contract/webhooks.ts";

export type JsonSchema = { [keyword: string]: unknown };

type Registry = ReturnType<typeof z.registry<{ id: string }>>;

const uri = (id: string) => `#/components/schemas/${id}`;

/**
 * Requests and responses have separate registries, because the required fields of a schema differ between input and output.
 */
const requests = z.registry<{ id: string }>();
const answers = z.registry<{ id: string }>();

requests.add(captureOptions, { id: "CaptureOptions" });
for (const { id, body, answers: all } of operations) {
  const name = id.charAt(0).toUpperCase() + id.slice(1);
  if (body !== undefined) register(requests, body, `${name}Body`);
  for (const { json } of all) if (json !== undefined) register(answers, json, `${name}Answer`);
}

const named: Record<string, z.ZodType> = {
  Screenshot: screenshotAnswer.shape.data,
  ScreenshotSummary: listItem,
  ScreenshotMetadata: metadata,
  Webhook: webhook,
  Delivery: delivery,
  Usage: usageAnswer.shape.data,
  Comparison: compareAnswer.shape.data,
  Monitor: monitorAnswer.shape.data,
  MonitorRun: runAnswer.shape.data,
  Pagination: pagination,
};
for (const [name, schema] of Object.entries(named)) register(answers, schema, name);

for (const kind of EVENT_KINDS) register(answers, eventPayload(kind), eventName(kind));

/** Returns all named schemas of the document. */
export function namedSchemas(): Record<string, JsonSchema> {
  const convert = (registry: Registry, io: "input" | "output") => {
    const { schemas } = z.toJSONSchema(registry, { ...settings, uri, io });
    return Object.entries(schemas).map(([name, schema]): [string, JsonSchema] => {
      const { $schema: _schema, $id: _id, ...rest } = schema;
      return [name, rest];
    });
  };
  return Object.fromEntries([...convert(requests, "input"), ...convert(answers, "output")]);
}

/** Returns a reference to the schema of a request body or a response. */
export function schemaReference(schema: z.ZodType): JsonSchema {
  const entry = requests.get(schema) ?? answers.get(schema);
  if (entry === undefined)
    throw new Error("The schema is not part of an operation. Add it to contract/operations.ts.");
  return { $ref: uri(entry.id) };
}

/** Returns a reference to the schema of the body of a delivery. */
export function eventSchemaReference(kind: EventKind): JsonSchema {
  return { $ref: uri(eventName(kind)) };
}

/** "screenshot.completed" → "ScreenshotCompletedEvent". */
function eventName(kind: EventKind): string {
  return `${kind.replaceAll(/(?:^|\.)(\w)/g, (_, first: string) => first.toUpperCase())}Event`;
}

/**
 * Returns the input schema without `oneOf` at its root, which some MCP clients reject. `defaultFormat` replaces the default
 * of `options.format`.
 */
export function inputJsonSchema(schema: z.ZodType, defaultFormat?: string): JsonSchema {
  const { oneOf: _oneOf, ...json } = z.toJSONSchema(schema, {
    ...settings,
    io: "input",
    override: (context) => {
      settings.override(context);
      const { properties } = context.jsonSchema;
      const format = toObject(properties?.["format"]);
      if (defaultFormat !== undefined && properties !== undefined && "default" in format)
        properties["format"] = { ...format, default: defaultFormat };
    },
  });
  return json;
}

export function outputJsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { ...settings, io: "output" });
}

/** Returns name, schema and `required` of each query parameter. */
export function querySchemas(query: NonNullable<Operation["query"]>) {
  const shape = z.object(query);
  const input = z.toJSONSchema(shape, { ...settings, io: "input" });
  const output = z.toJSONSchema(shape, { ...settings, io: "output" });
  return Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    required: input.required?.includes(name) ?? false,
    // zod omits the default of preprocessed schemas from the input schema.
    schema: { ...toObject(schema), ...pickDefault(toObject(output.properties?.[name])) },
  }));
}

const settings = {
  target: "draft-2020-12",
  unrepresentable: "any",
  override: ({ zodSchema, jsonSchema }) => {
    const schema: JsonSchema = jsonSchema;
    const { def } = zodSchema._zod;
    if (schema["multipleOf"] === 1) {
      delete schema["multipleOf"];
      schema["type"] = "integer";
    }
    // Clients must accept fields that later versions add.
    if (def.type === "object" && !("catchall" in def && def.catchall)) {
      delete schema["additionalProperties"];
    }
    // zod adds long, unreadable patterns to dates.
    if (def.type === "string" && "format" in def && /^date(time)?$/.test(String(def.format))) {
      delete schema["pattern"];
    }
    // Omits the limits of safe integers in JavaScript, which zod adds to every integer.
    if (schema["maximum"] === Number.MAX_SAFE_INTEGER) delete schema["maximum"];
    if (schema["minimum"] === Number.MIN_SAFE_INTEGER) delete schema["minimum"];
    if (schema["format"] === "starts_with") delete schema["format"];
  },
} satisfies z.core.ToJSONSchemaParams;

function register(registry: Registry, schema: z.ZodType, id: string): void {
  if (!registry.has(schema)) registry.add(schema, { id });
}

function toObject(schema: unknown): JsonSchema {
  return typeof schema === "object" && schema !== null ? { ...schema } : {};
}

function pickDefault({ default: value }: JsonSchema): JsonSchema {
  return value === undefined ? {} : { default: value };
}
