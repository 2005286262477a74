// Why a capture failed, beside the field that it is about.
import type { ErrorCode, ServiceError } from "../../contract/errors.ts";
import type { Faults } from "../forms/form.tsx";
import { optionNames } from "./capture-form.ts";

/** Failures that are about one field, whatever their details. */
const FIELDS: Partial<Record<ErrorCode, string>> = {
  url_not_allowed: "url",
  host_error: "url",
  selector_not_found: "selector",
};

const PHASES: Record<string, string> = {
  navigation: "while the page was loading",
  wait_for_selector: "while waiting for wait_for_selector",
  delay: "during the delay",
  scroll: "while scrolling through the page",
  capture: "while taking the picture",
};

export function explainFailure({
  code,
  message,
  details = {},
  retryAfterSeconds,
}: ServiceError): Faults {
  const beside = Object.entries(details).flatMap(([path, fault]) => {
    const name = path.replace(/^options\./, "");
    return optionNames.some((option) => option === name) ? [[name, `${String(fault)}.`]] : [];
  });
  if (beside.length > 0) return Object.fromEntries(beside) as Faults;
  const field = FIELDS[code];
  if (field !== undefined) {
    const { reason } = details;
    return { [field]: reason === undefined ? message : `${message} (${String(reason)})` };
  }
  if (code === "navigation_timeout") {
    const phase = PHASES[String(details["phase"])];
    return { form: phase === undefined ? message : `The time was over ${phase}.` };
  }
  const retry =
    retryAfterSeconds === undefined ? "" : ` Try again in ${retryAfterSeconds} seconds.`;
  return { form: `${message}${retry}` };
}
