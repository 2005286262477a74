// What a form brought, judged by zod: the values, or what is wrong beside each field and what was typed.
import type { Context } from "hono";
import type { z } from "zod";
import type { AppEnv } from "../http/hono.ts";
import { describeFaults } from "../http/describe-faults.ts";
import type { Faults, Values } from "./components/form.tsx";

export type Form<T> =
  | { values: T; typed: Values; faults?: undefined }
  | { values?: undefined; typed: Values; faults: Faults };

/** Several values under one name become an array under it. */
export async function readForm<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<Form<z.output<Schema>>> {
  const body = await c.req.parseBody({ all: true });
  const typed: Record<string, string> = {};
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === "string" && !/password/i.test(name)) typed[name] = value;
  }
  const result = schema.safeParse(body);
  if (result.success) return { values: result.data, typed };
  const faults = Object.entries(describeFaults(result.error.issues, body)).map(
    ([name, fault]) => [name, sentence(String(fault))] as const,
  );
  return { typed, faults: Object.fromEntries(faults) };
}

/** "must not be empty" beside a field is "Must not be empty." */
function sentence(fault: string): string {
  return `${fault.charAt(0).toUpperCase()}${fault.slice(1)}${fault.endsWith(".") ? "" : "."}`;
}
