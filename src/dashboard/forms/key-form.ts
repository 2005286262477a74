// Converts between the form of an API key and its settings.
import * as z from "zod";
import type { ApiKey } from "../../domain/api-keys/list.ts";
import type { EnteredValues } from "./form.tsx";
import { label } from "./fields.ts";

const EXPIRY_ERROR = "must be a day after today, or empty";

/** A key expires at the start of a UTC day. `current`: an expiry that may stay, even if it has passed. */
export function keyForm(now: Date, current: Date | null = null) {
  return z.object({
    name: label("is required"),
    expires: z
      .union(
        [z.literal("").transform(() => null), z.iso.date().transform((day) => new Date(day))],
        {
          error: EXPIRY_ERROR,
        },
      )
      .default(null)
      .refine((at) => at === null || at > now || at.getTime() === current?.getTime(), {
        error: EXPIRY_ERROR,
      }),
  });
}

export function keyFormValues({
  name,
  expiresAt,
}: Pick<ApiKey, "name" | "expiresAt">): EnteredValues {
  return { name, expires: expiresAt?.toISOString().slice(0, 10) };
}
