// The one place where an error becomes a page.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { ServiceError } from "../contract/errors.ts";
import type { AppEnv } from "../http/hono.ts";
import { respondError } from "../http/respond-error.ts";
import { setPageHeaders } from "./middleware/page-rules.ts";
import { Problem } from "./pages/error-page.tsx";

/** Another account's things are not there, as far as the dashboard tells. */
const NOT_THERE = {
  title: "Not found",
  lead: "There is nothing at this address, or it is not yours.",
};
const FOREIGN_FORM = {
  title: "Not from here",
  lead: "This form was not sent from a page of this service, so nothing was done. Go back and try again.",
};
const OUR_FAULT = {
  title: "Something went wrong",
  lead: "It is our fault. Trying again may help.",
};

export function respondProblem(error: Error, c: Context<AppEnv>): Response | Promise<Response> {
  if (error instanceof ServiceError && !wantsPage(c)) return respondError(error, c);
  // hono's csrf middleware throws this, and nothing else in the dashboard does.
  if (error instanceof HTTPException) return c.html(<Problem {...FOREIGN_FORM} />, 403);
  if (error instanceof ServiceError && isNotThere(error)) return respondNotFound(c);
  if (error instanceof ServiceError && error.status < 500) {
    c.var.log.add({ errorCode: error.code });
    if (error.retryAfterSeconds !== undefined)
      c.header("Retry-After", String(error.retryAfterSeconds));
    return c.html(<Problem title="That did not work" lead={error.message} />, error.status);
  }
  c.var.log.add({ errorCode: "internal_error", error });
  return c.html(<Problem {...OUR_FAULT} requestId={c.var.requestId} />, 500);
}

/** Whether somebody looks at an address with a browser, rather than a program at the API. */
export function wantsPage(c: Context<AppEnv>): boolean {
  const isApi = c.req.path === "/v1" || c.req.path.startsWith("/v1/");
  return !isApi && (c.req.header("Accept") ?? "").includes("text/html");
}

export function respondNotFound(c: Context<AppEnv>): Response | Promise<Response> {
  c.var.log.add({ errorCode: "not_found" });
  setPageHeaders(c);
  return c.html(<Problem {...NOT_THERE} />, 404);
}

function isNotThere({ code }: ServiceError): boolean {
  return code === "not_found" || code === "forbidden";
}
