// The contract's zod schemas as JSON Schema, each under a name that the OpenAPI document refers to.
import { z } from "zod";
import { captureOptions } from "../../contract/capture-options.ts";
import { EVENT_KINDS, type EventKind, eventPayload } from "../../contract/events.ts";
import { operations } from "../../contract/operations.ts";
import type { Operation } from "../../contract/operation.ts";

export type JsonSchema = { [keyword: string]: unknown };

type Registry = ReturnType<typeof z.registry<{ id: string }>>;

const uri = (id: string) => `#/components/schemas/${id}`;

/** What callers send, and what they are answered: the same type differs in what must be there. */
const requests = z.registry<{ id: string }>();
const answers = z.registry<{ id: string }>();

requests.add(captureOptions, { id: "CaptureOptions" });
for (const { id, body, answers: all } of operations) {
  const name = id.charAt(0).toUpperCase() + id.slice(1);
  if (body !== undefined) register(requests, body, `${name}Body`);
  for (const { json } of all) if (json !== undefined) register(answers, json, `${name}Answer`);
}

for (const kind of EVENT_KINDS) register(answers, eventPayload(kind), eventName(kind));

/** Every named schema of the document. */
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

/** A reference to a body or an answer of an operation. */
export function schemaReference(schema: z.ZodType): JsonSchema {
  const entry = requests.get(schema) ?? answers.get(schema);
  if (entry === undefined) throw new Error("A schema stands in no operation.");
  return { $ref: uri(entry.id) };
}

/** A reference to the body of a delivery. */
export function eventSchemaReference(kind: EventKind): JsonSchema {
  return { $ref: uri(eventName(kind)) };
}

/** "screenshot.completed" → "ScreenshotCompletedEvent". */
function eventName(kind: EventKind): string {
  return `${kind.replaceAll(/(?:^|\.)(\w)/g, (_, first: string) => first.toUpperCase())}Event`;
}

/** A schema by itself, as what a caller sends; without conditions at its root, which not every reader takes. */
export function inputJsonSchema(schema: z.ZodType): JsonSchema {
  const { oneOf: _oneOf, ...json } = z.toJSONSchema(schema, { ...settings, io: "input" });
  return json;
}

/** The parameters of a query string: name → schema, and which of them must be given. */
export function querySchemas(query: NonNullable<Operation["query"]>) {
  const shape = z.object(query);
  const input = z.toJSONSchema(shape, { ...settings, io: "input" });
  const output = z.toJSONSchema(shape, { ...settings, io: "output" });
  return Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    required: input.required?.includes(name) ?? false,
    // zod leaves the default out where a string is made into something else.
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
    // Clients must tolerate fields that are added later.
    if (def.type === "object" && !("catchall" in def && def.catchall)) {
      delete schema["additionalProperties"];
    }
    // zod spells dates out as patterns that nobody can read.
    if (def.type === "string" && "format" in def && /^date(time)?$/.test(String(def.format))) {
      delete schema["pattern"];
    }
    // The bounds of every whole number in JavaScript say nothing.
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
