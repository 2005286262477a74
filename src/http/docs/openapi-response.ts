// The form of a response in the OpenAPI document.
import type { HeaderName } from "../../contract/operation.ts";
import type { JsonSchema } from "./json-schemas.ts";

export type OpenApiResponse = {
  description: string;
  headers?: Record<string, JsonSchema>;
  content?: Record<
    string,
    { schema: JsonSchema; example?: unknown; examples?: Record<string, { value: unknown }> }
  >;
};

export function headerReferences(names: HeaderName[]): Record<string, JsonSchema> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
