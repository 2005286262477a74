// Reads a form or a query string and validates it with zod. Returns the values, or an error for each field.
import type { Context } from "hono";
import type { z } from "zod";
import { type ErrorDetails, ServiceError } from "../../contract/errors.ts";
import type { AppEnv } from "../../http/hono.ts";
import { describeIssues } from "../../http/validation-errors.ts";
import type { FieldErrors, EnteredValues } from "./form.tsx";

/** The parser takes seconds for 200,000 fields. */
const MAX_FIELDS = 1_000;
const FORM_MEDIA_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

export type Form<T> =
  | { values: T; entered: EnteredValues; errors?: undefined }
  | { values?: undefined; entered: EnteredValues; errors: FieldErrors };

/** A name with several values becomes an array. */
export async function readForm<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<Form<z.output<Schema>>> {
  const body = await readFields(c);
  const entered: Record<string, string> = {};
  for (const [name, value] of Object.entries(body)) {
    const texts = [value].flat().filter((text) => typeof text === "string");
    if (texts.length > 0 && !/password/i.test(name)) entered[name] = texts.join(",");
  }
  return validate(schema, body, entered);
}

/** Throws ServiceError(invalid_options) when the body is not a form, or has more fields than any form of the dashboard. */
export async function readFields(c: Context<AppEnv>) {
  const fields = new TextDecoder().decode(await c.req.arrayBuffer()).split("&", MAX_FIELDS + 1);
  if (!FORM_MEDIA_TYPE.test(c.req.header("Content-Type") ?? "") || fields.length > MAX_FIELDS) {
    throw new ServiceError("invalid_options", {
      message: "The form could not be read. Reload the page and try again.",
    });
  }
  return c.req.parseBody({ all: true });
}

/** Reads a form that was sent with GET. Ignores empty fields. */
export function readQuery<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Form<z.output<Schema>> {
  const filled = Object.entries(c.req.query()).filter(([, value]) => value !== "");
  const entered = Object.fromEntries(filled);
  return validate(schema, entered, entered);
}

function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  entered: EnteredValues,
): Form<z.output<Schema>> {
  const result = schema.safeParse(input);
  if (result.success) return { values: result.data, entered };
  return { entered, errors: toFieldErrors(describeIssues(result.error.issues, input)) };
}

/** `errors`: phrases such as "must not be empty", by the path of the field. */
export function toFieldErrors(errors: ErrorDetails): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, error]) => [path, sentence(String(error))]),
  );
}

/** Turns "must not be empty" into "Must not be empty." */
export function sentence(error: string): string {
  return `${error.charAt(0).toUpperCase()}${error.slice(1)}${error.endsWith(".") ? "" : "."}`;
}
