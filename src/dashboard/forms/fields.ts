// What may stand in the fields that several forms share.
import { z } from "zod";
import { PASSWORD_LENGTH } from "../../identity/auth-options.ts";

const { min, max } = PASSWORD_LENGTH;

export const PASSWORD_HINT = `At least ${min} characters. A sentence is easy to keep in mind.`;

export const newPassword = z
  .string({ error: "is needed" })
  .min(min, { error: `must have at least ${min} characters` })
  .max(max, { error: `must have at most ${max} characters` });

/** Whoever guesses is told nothing of what a password is like. */
export const currentPassword = z
  .string({ error: "is needed" })
  .min(1, { error: "is needed" })
  .max(1_000, { error: "must have at most 1000 characters" });

export const email = z
  .string({ error: "is needed" })
  .trim()
  .toLowerCase()
  .max(254, { error: "must have at most 254 characters" })
  .pipe(z.email({ error: "must be an email address" }));

/** Printable characters, some of them no spaces. */
export const personName = label("is needed");

export function label(missing: string) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing })
    .max(100, { error: "must have at most 100 characters" })
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, { error: "must not hold control characters" });
}
