// What a form or an address brought, judged by zod: the values, or what is wrong beside each field and what was typed.
import type { Context } from "hono";
import type { z } from "zod";
import { type ErrorDetails, ServiceError } from "../../contract/errors.ts";
import type { AppEnv } from "../../http/hono.ts";
import { describeIssues } from "../../http/validation-errors.ts";
import type { Faults, Values } from "./form.tsx";

export type Form<T> =
  | { values: T; typed: Values; faults?: undefined }
  | { values?: undefined; typed: Values; faults: Faults };

/** Several values under one name become an array under it. */
export async function readForm<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<Form<z.output<Schema>>> {
  const body = await readFields(c);
  const typed: Record<string, string> = {};
  for (const [name, value] of Object.entries(body)) {
    const texts = [value].flat().filter((one) => typeof one === "string");
    if (texts.length > 0 && !/password/i.test(name)) typed[name] = texts.join(",");
  }
  return judge(schema, body, typed);
}

/** Throws invalid_options for a body that is no form. */
export async function readFields(c: Context<AppEnv>) {
  try {
    return await c.req.parseBody({ all: true });
  } catch (cause) {
    // Such as a multipart body whose boundary is not there: the sender's fault, not ours.
    throw new ServiceError("invalid_options", { message: "The form could not be read.", cause });
  }
}

/** The same for a form that is sent with GET. What is left empty is not there. */
export function readQuery<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Form<z.output<Schema>> {
  const given = Object.entries(c.req.query()).filter(([, value]) => value !== "");
  const typed = Object.fromEntries(given);
  return judge(schema, typed, typed);
}

function judge<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  typed: Values,
): Form<z.output<Schema>> {
  const result = schema.safeParse(input);
  if (result.success) return { values: result.data, typed };
  return { typed, faults: inSentences(describeIssues(result.error.issues, input)) };
}

/** By the paths of the fields. */
export function inSentences(faults: ErrorDetails): Faults {
  return Object.fromEntries(
    Object.entries(faults).map(([path, fault]) => [path, sentence(String(fault))]),
  );
}

/** "must not be empty" beside a field is "Must not be empty." */
function sentence(fault: string): string {
  return `${fault.charAt(0).toUpperCase()}${fault.slice(1)}${fault.endsWith(".") ? "" : "."}`;
}
