// Checks the OpenAPI document with tools that its readers use.
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { checkOpenApi } from "../../scripts/openapi/check-openapi.ts";
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

it(
  "Two linters have no warning, and types of two generators compile with images as binary.",
  checkOpenApi,
  // The first run installs the tools.
  300_000,
);
