// Limits the size of errors in records and events. Pages control parts of some errors, such as addresses.
import type { ErrorDetails } from "../contract/errors.ts";
import { shorten } from "../lib/shorten.ts";

/** Applies to the message, and to all texts of the details together. `fail_if_text` has texts of up to 1,024 characters. */
const MAX_CHARACTERS = 2_000;

type Explanation = { errorMessage: string; errorDetails?: ErrorDetails | undefined };

/** Shortens the message and the details. Omits the details that follow after the limit. */
export function limitFailure<Failure extends Explanation>(failure: Failure): Failure {
  const { errorMessage, errorDetails } = failure;
  return {
    ...failure,
    errorMessage: shorten(errorMessage, MAX_CHARACTERS),
    ...(errorDetails === undefined ? {} : { errorDetails: limitDetails(errorDetails) }),
  };
}

function limitDetails(details: ErrorDetails): ErrorDetails {
  let left = MAX_CHARACTERS;
  const take = (text: string): string[] => {
    if (left <= 0) return [];
    const kept = shorten(text, left);
    left -= kept.length;
    return [kept];
  };
  const limited: ErrorDetails = {};
  for (const [name, value] of Object.entries(details)) {
    const [kept] = take(name);
    if (kept !== name) break;
    if (Array.isArray(value)) limited[name] = value.flatMap((text) => take(text));
    else limited[name] = typeof value === "number" ? value : (take(value)[0] ?? "");
  }
  return limited;
}
