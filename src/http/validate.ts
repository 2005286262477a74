// Validates requests. Converts zod issues to one documented error with all invalid fields.
import { zValidator } from "@hono/zod-validator";
import type { z } from "zod";
import { queryValidationError, validationError } from "./validation-errors.ts";

/** Throws ServiceError(invalid_url) if the `url` field is invalid, otherwise ServiceError(invalid_options). */
export function validate<Target extends "json" | "query", Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  return zValidator(target, schema, (result) => {
    if (result.success) return;
    const { issues } = result.error;
    if (target === "query")
      throw queryValidationError(issues, result.data as Record<string, unknown>, schema); // zValidator passes the parameters
    throw validationError(issues, result.data, schema);
  });
}
