// Validates the OpenAPI document with an independent tool.
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { buildOpenApi } from "../../src/http/docs/openapi.ts";

it("The document is valid OpenAPI 3.1.", async () => {
  const validator = new Validator();
  expect(await validator.validate(buildOpenApi())).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

it("The validator rejects a document whose response has no description.", async () => {
  const document = buildOpenApi();
  const health = document.paths["/health"]?.get?.responses["200"];
  Object.assign(health ?? {}, { description: undefined });
  expect((await new Validator().validate(document)).valid).toBe(false);
});
