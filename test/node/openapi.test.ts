// The OpenAPI document as tools of others read it.
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { buildOpenApi } from "../../src/http/docs/openapi.ts";

it("is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  const result = await validator.validate(JSON.stringify(buildOpenApi()));
  expect(result).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

it("is refused by the validator when a response lacks its description", async () => {
  const text = JSON.stringify(buildOpenApi()).replace(
    '"description":"It does."',
    '"text":"It does."',
  );
  expect((await new Validator().validate(text)).valid).toBe(false);
});
