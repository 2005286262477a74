// Maps the error of a failed capture to the form field that it concerns.
import type { ErrorCode, ServiceError } from "../../contract/errors.ts";
import type { FieldErrors } from "../forms/form.tsx";
import { optionNames } from "./capture-form.ts";

/** Error codes that always concern one field. */
const FIELDS: Partial<Record<ErrorCode, string>> = {
  url_not_allowed: "url",
  host_error: "url",
  selector_not_found: "selector",
};

const PHASES: Record<string, string> = {
  navigation: "while the page was loading",
  wait_for_selector: "while waiting for wait_for_selector",
  wait_for_hidden: "while waiting for wait_for_hidden",
  click: "while clicking",
  hover: "while moving the mouse",
  delay: "during the delay",
  scroll: "while scrolling the page",
  capture: "while taking the screenshot",
};

export function describeCaptureError({
  code,
  message,
  details = {},
  retryAfterSeconds,
}: ServiceError): FieldErrors {
  const optionErrors = Object.entries(details).flatMap(([path, error]) => {
    const name = path.replace(/^options\./, "");
    return optionNames.some((option) => option === name) ? [[name, `${String(error)}.`]] : [];
  });
  if (optionErrors.length > 0) return Object.fromEntries(optionErrors) as FieldErrors;
  const field = FIELDS[code];
  if (field !== undefined) {
    const { reason } = details;
    return { [field]: reason === undefined ? message : `${message} (${String(reason)})` };
  }
  if (code === "navigation_timeout") {
    const phase = PHASES[String(details["phase"])];
    return {
      form: phase === undefined ? message : `The capture timed out ${phase}. Increase the timeout.`,
    };
  }
  const retry =
    retryAfterSeconds === undefined ? "" : ` Try again in ${retryAfterSeconds} seconds.`;
  return { form: `${message}${retry}` };
}
