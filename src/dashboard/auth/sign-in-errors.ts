// Maps a refused sign-in to the error messages and the status of the response.
import type { Refused } from "../../domain/accounts/sign-in.ts";
import type { FieldErrors } from "../forms/form.tsx";

type SignInError = {
  errors: FieldErrors;
  status: 401 | 403 | 422 | 429;
  headers?: Record<string, string>;
};

export function describeSignInError(refusal: Refused): SignInError {
  if (refusal.refused !== "too_many_attempts") return signInErrors[refusal.refused];
  const { retryAfterSeconds } = refusal;
  return {
    errors: { form: `Too many attempts. Try again in ${retryAfterSeconds} seconds.` },
    status: 429,
    headers: { "Retry-After": String(retryAfterSeconds) },
  };
}

/** Maps a refused password of a signed-in user to an error of `field`. */
export function describePasswordError(refusal: Refused, field: string): SignInError {
  if (refusal.refused === "invalid_credentials")
    return { errors: { [field]: "Incorrect password." }, status: 422 };
  const { errors, ...explanation } = describeSignInError(refusal);
  return { errors: { [field]: errors["form"] }, ...explanation };
}

const signInErrors: Record<"invalid_credentials" | "email_taken" | "sign_ups_closed", SignInError> =
  {
    invalid_credentials: { errors: { form: "Incorrect email or password." }, status: 401 },
    email_taken: {
      errors: { email: "A login with this email address already exists. Sign in instead." },
      status: 422,
    },
    sign_ups_closed: {
      errors: { form: "Sign-ups are closed. Ask the operator for an invite." },
      status: 403,
    },
  };
