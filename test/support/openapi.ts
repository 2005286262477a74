// Compares a response with the OpenAPI document: status, content type, headers and all JSON fields.
import { Validator } from "@cfworker/json-schema";
import { expect } from "vitest";
import type { EventPayload } from "../../src/contract/events.ts";
import type { JsonSchema } from "../../src/http/docs/json-schemas.ts";
import { buildOpenApi } from "../../src/http/docs/openapi.ts";

export const openApi = buildOpenApi();

/** Strict schemas: clients ignore unknown fields, but the service must document every field. */
const schemas = strict({ components: { schemas: openApi.components.schemas } });

type Method = "get" | "post" | "put" | "delete";

/** Expects a documented response. `operation`: such as "GET /v1/screenshots/{screenshotId}". Returns the error code, if any. */
export async function expectDocumented(
  operation: string,
  answer: Response,
): Promise<string | undefined> {
  const [method, path] = operation.toLowerCase().split(" ", 2) as [Method, string];
  const paths = new Map(
    Object.entries(openApi.paths).map(([key, item]) => [key.toLowerCase(), item]),
  );
  const response = paths.get(path)?.[method]?.responses[answer.status];
  if (response === undefined) {
    expect.fail(`${operation} returns status ${answer.status}, which is not documented`);
  }
  expectHeaders(answer, Object.keys(response.headers ?? {}));

  const type = answer.headers.get("Content-Type")?.split(";")[0];
  if (type === undefined) return undefined;
  const content = response.content?.[type];
  if (content === undefined) expect.fail(`${operation} returns ${type}, which is not documented`);
  if (type !== "application/json") return undefined;

  const body: unknown = await answer.json();
  const validator = new Validator({ ...schemas, ...strict(content.schema) }, "2020-12", false);
  expect(validator.validate(body).errors, JSON.stringify(body)).toEqual([]);
  return (body as { error?: { code: string } }).error?.code;
}

/** Expects that the body of a delivery matches the document. */
export function expectDocumentedEvent(payload: EventPayload): void {
  const { content } = openApi.webhooks[payload.event].post["requestBody"] as {
    content: Record<string, { schema: JsonSchema }>;
  };
  const schema = strict(content["application/json"]?.schema ?? {});
  const validator = new Validator({ ...schemas, ...schema }, "2020-12", false);
  expect(validator.validate(payload).errors, JSON.stringify(payload)).toEqual([]);
}

/** Throws if the endpoint does not document this status or error code. Every test response is checked. */
export async function assertDocumented(
  method: string,
  path: string,
  answer: Response,
): Promise<void> {
  const operation = operationAt(method.toLowerCase() as Method, path);
  // Not an endpoint or not its method: 404 and 405 are not documented per endpoint.
  if (operation === undefined) return;
  const summary = `${method} ${path} returns status ${answer.status}`;
  const response = operation.responses[answer.status];
  if (response === undefined) throw new Error(`${summary}, which is not documented.`);
  if (answer.status < 400 || !answer.headers.get("Content-Type")?.includes("json")) return;
  const { error } = await answer.clone().json<{ error?: { code: string } }>();
  const codes = Object.keys(response.content?.["application/json"]?.examples ?? {});
  if (error !== undefined && !codes.includes(error.code))
    throw new Error(`${summary} ${error.code}, where ${codes.join(", ")} is documented.`);
}

function operationAt(method: Method, path: string) {
  const found = Object.entries(openApi.paths)
    .filter(([template]) => pattern(template).test(path))
    // Prefer the path with the fewest parameters: /usage also matches {screenshotId}.
    .toSorted(([one], [other]) => one.split("{").length - other.split("{").length)[0];
  return found?.[1][method];
}

function pattern(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

/** Expects that all X- headers are documented and that the required headers are present. */
function expectHeaders(answer: Response, documented: string[]): void {
  const sent = [...answer.headers.keys()].filter(
    (name) => name.startsWith("x-") && name !== "x-content-type-options",
  );
  const always = documented.filter((name) => /^(X-RateLimit-|X-Request-Id|Retry-After)/.test(name));
  expect(documented.map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(sent));
  for (const name of always) expect(answer.headers.get(name), name).not.toBeNull();
}

function strict(schema: JsonSchema): JsonSchema {
  const copy = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, strictValue(value)]),
  );
  if (copy["type"] !== "object" || copy["additionalProperties"] !== undefined) return copy;
  return { ...copy, additionalProperties: false };
}

function strictValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strictValue);
  return typeof value === "object" && value !== null ? strict({ ...value }) : value;
}
