// Converts the zod schemas of the contract to TypeScript, so that the declarations of the client need no zod. Descriptions
// become doc comments.
import { z } from "zod";
import { captureOptions } from "../../src/contract/capture-options.ts";
import { compareAnswer, compareBody } from "../../src/contract/compare.ts";
import { errorTable } from "../../src/contract/errors.ts";
import {
  monitorAnswer,
  monitorChangesBody,
  monitorsAnswer,
  newMonitorBody,
  runAnswer,
  runsAnswer,
} from "../../src/contract/monitors.ts";
import { listQueryShape } from "../../src/contract/screenshot-requests.ts";
import {
  batchAnswer,
  captureAnswer,
  deleteAnswer,
  listAnswer,
  listItem,
  screenshotAnswer,
  statusAnswer,
} from "../../src/contract/screenshot.ts";
import { usageAnswer } from "../../src/contract/usage.ts";
import {
  deliveriesAnswer,
  delivery,
  deliveryAnswer,
  newWebhookAnswer,
  newWebhookBody,
  rotationAnswer,
  webhook,
  webhookAnswer,
  webhookChangesBody,
  webhooksAnswer,
} from "../../src/contract/webhooks.ts";

type JsonSchema = { readonly [keyword: string]: unknown };

/** The types of requests, by their names in the contract. */
const inputs: Record<string, z.ZodType> = {
  CaptureOptionsInput: captureOptions,
  CompareInput: compareBody,
  MonitorChangesInput: monitorChangesBody,
  MonitorInput: newMonitorBody,
  ListQuery: z.strictObject(listQueryShape),
  NewWebhookInput: newWebhookBody,
  WebhookChangesInput: webhookChangesBody,
};

/** The types of responses, and the types that several responses contain. */
const outputs: Record<string, z.ZodType> = {
  BatchAnswer: batchAnswer,
  CaptureAnswer: captureAnswer,
  CompareAnswer: compareAnswer,
  DeleteAnswer: deleteAnswer,
  DeliveriesAnswer: deliveriesAnswer,
  DeliveryAnswer: deliveryAnswer,
  DeliveryData: delivery,
  ErrorCode: z.enum(Object.keys(errorTable)),
  ErrorDetails: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  ListAnswer: listAnswer,
  ListItem: listItem,
  MonitorAnswer: monitorAnswer,
  MonitorData: monitorAnswer.shape.data,
  MonitorsAnswer: monitorsAnswer,
  NewWebhookAnswer: newWebhookAnswer,
  RotationAnswer: rotationAnswer,
  RunAnswer: runAnswer,
  RunData: runAnswer.shape.data,
  RunsAnswer: runsAnswer,
  ScreenshotAnswer: screenshotAnswer,
  StatusAnswer: statusAnswer,
  UsageAnswer: usageAnswer,
  WebhookAnswer: webhookAnswer,
  WebhookData: webhook,
  WebhooksAnswer: webhooksAnswer,
};

export const contractTypeNames = [...Object.keys(inputs), ...Object.keys(outputs)];

/** Returns one `type` declaration for each name in `contractTypeNames`. */
export function writeContractTypes(): string {
  return [...declare(inputs, "input"), ...declare(outputs, "output")].join("\n");
}

function declare(schemas: Record<string, z.ZodType>, io: "input" | "output"): string[] {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const converted = z.toJSONSchema(registry, { io, uri: (id) => id, unrepresentable: "any" });
  return Object.entries(converted.schemas).map(
    ([name, schema]) => `type ${name} = ${toType({ ...schema }, io)};`,
  );
}

function toType(schema: JsonSchema, io: "input" | "output"): string {
  const { $ref, const: value, enum: values, anyOf, type, items, properties } = schema;
  if (typeof $ref === "string") return $ref;
  if (value !== undefined) return JSON.stringify(value);
  if (Array.isArray(values)) return values.map((each) => JSON.stringify(each)).join(" | ");
  if (Array.isArray(anyOf)) return union(anyOf.map((each) => toType(toSchema(each), io)));
  if (type === "array") return `Array<${toType(toSchema(items), io)}>`;
  if (properties !== undefined) return toObjectType(schema, io);
  if (type === "object")
    return `Record<string, ${toType(toSchema(schema["additionalProperties"]), io)}>`;
  if (type === "integer") return "number";
  return typeof type === "string" ? type : "unknown";
}

function toObjectType({ properties, required }: JsonSchema, io: "input" | "output"): string {
  const names = Array.isArray(required) ? required : [];
  const fields = Object.entries(toSchema(properties)).map(([name, field]) => {
    const schema = toSchema(field);
    const isRequired = names.includes(name);
    // zod accepts undefined for an optional field of a request.
    const undefinedType = !isRequired && io === "input" ? " | undefined" : "";
    const type = toType(schema, io).replaceAll("\n", "\n  ");
    return `${comment(schema)}  ${name}${isRequired ? "" : "?"}: ${type}${undefinedType};\n`;
  });
  return `{\n${fields.join("")}}`;
}

function comment({ description, default: value }: JsonSchema): string {
  const isShort = ["string", "number", "boolean"].includes(typeof value);
  const words = [
    ...(typeof description === "string" ? [description] : []),
    ...(isShort ? [`Default: ${String(value)}.`] : []),
  ];
  return words.length === 0 ? "" : `  /** ${words.join(" ")} */\n`;
}

function union(types: string[]): string {
  return [...new Set(types)].join(" | ");
}

function toSchema(value: unknown): JsonSchema {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
