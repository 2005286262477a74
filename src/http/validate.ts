// Validation of a request: zod's failures become the documented errors, with all faults at once.
import { zValidator } from "@hono/zod-validator";
import type { z } from "zod";
import { queryValidationError, validationError } from "./validation-errors.ts";

/** Throws invalid_url when the value of `url` is among the faults, otherwise invalid_options. */
export function validate<Target extends "json" | "query", Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  return zValidator(target, schema, (result) => {
    if (result.success) return;
    throw (target === "query" ? queryValidationError : validationError)(
      result.error.issues,
      result.data,
    );
  });
}
