// Validation rules of fields that several forms share.
import * as z from "zod";
import { PASSWORD_LENGTH } from "../../identity/auth-options.ts";

const { min, max } = PASSWORD_LENGTH;

export const PASSWORD_HINT = `At least ${min} characters. A short sentence is easy to remember.`;

export const newPassword = z
  .string({ error: "is required" })
  .min(min, { error: `must have at least ${min} characters` })
  .max(max, { error: `must have at most ${max} characters` });

/** Accepts any non-empty password, so that errors reveal no password rules to attackers. */
export const currentPassword = z
  .string({ error: "is required" })
  .min(1, { error: "is required" })
  .max(1_000, { error: "must have at most 1000 characters" });

export const email = z
  .string({ error: "is required" })
  .trim()
  .toLowerCase()
  .max(254, { error: "must have at most 254 characters" })
  .pipe(z.email({ error: "must be an email address" }));

export const personName = label("is required");

/** Accepts 1 to 100 printable characters. `missing`: the error of an empty field. */
export function label(missing: string) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing })
    .max(100, { error: "must have at most 100 characters" })
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, { error: "must not contain control characters" });
}
