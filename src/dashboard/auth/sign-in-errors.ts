// Why somebody was not let in, in words beside the form.
import type { Refused } from "../../domain/accounts/sign-in.ts";
import type { Faults } from "../forms/form.tsx";

type Explanation = {
  faults: Faults;
  status: 401 | 403 | 422 | 429;
  headers?: Record<string, string>;
};

export function explainRefusal(refusal: Refused): Explanation {
  if (refusal.refused !== "too_many") return explanations[refusal.refused];
  const { retryAfterSeconds } = refusal;
  return {
    faults: { form: `Too many attempts. Try again in ${retryAfterSeconds} seconds.` },
    status: 429,
    headers: { "Retry-After": String(retryAfterSeconds) },
  };
}

/** The same beside the field for the password of somebody who is signed in already. */
export function explainPasswordRefusal(refusal: Refused, field: string): Explanation {
  if (refusal.refused === "wrong")
    return { faults: { [field]: "This is not your password." }, status: 422 };
  const { faults, ...explanation } = explainRefusal(refusal);
  return { faults: { [field]: faults["form"] }, ...explanation };
}

const explanations: Record<"wrong" | "email_taken" | "closed", Explanation> = {
  wrong: { faults: { form: "Email and password do not belong together." }, status: 401 },
  email_taken: {
    faults: { email: "There is a login with this address. Sign in instead." },
    status: 422,
  },
  closed: {
    faults: { form: "This service takes no new accounts. Ask its operator for an invite." },
    status: 403,
  },
};
