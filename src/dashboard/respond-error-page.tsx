// Converts an error to a page.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { type ErrorStatus, ServiceError } from "../contract/errors.ts";
import { findViewer } from "../domain/accounts/viewer.ts";
import type { AppEnv } from "../http/hono.ts";
import { respondError, retryAfterSecondsOf, toServiceError } from "../http/respond-error.ts";
import { setCookies } from "./auth/set-cookies.ts";
import { setPageHeaders } from "./middleware/page-rules.ts";
import { ErrorPage } from "./pages/error-page.tsx";

/** Also used for resources of other accounts, so that the response does not reveal that they exist. */
const NOT_FOUND = {
  title: "Not found",
  lead: "This page does not exist, or you do not have access to it.",
};
const CROSS_SITE_FORM = {
  title: "Request blocked",
  lead: "The form was not sent from a page of this service, so no changes were made. Go back, reload the page and try again.",
};
const INTERNAL_ERROR = {
  title: "Something went wrong",
  lead: "An unexpected error occurred. Try again. If the error persists, send the request ID to the operator.",
};

export function respondErrorPage(error: Error, c: Context<AppEnv>): Response | Promise<Response> {
  if (error instanceof ServiceError && !acceptsPage(c)) return respondError(error, c);
  // In the dashboard, only the CSRF middleware of Hono throws HTTPException.
  if (error instanceof HTTPException) return respondWithNavigation(c, CROSS_SITE_FORM, 403);
  if (error instanceof ServiceError && isNotFound(error)) return respondNotFound(c);
  if (error instanceof ServiceError && error.status < 500) {
    c.var.log.add({ errorCode: error.code });
    if (error.retryAfterSeconds !== undefined)
      c.header("Retry-After", String(error.retryAfterSeconds));
    return respondWithNavigation(c, describe(error), error.status);
  }
  const failure = toServiceError(error, c.var.requestId);
  if (failure.code === "service_unavailable") return respondUnavailable(c, failure);
  c.var.log.add({ errorCode: "internal_error", error });
  return c.html(<ErrorPage {...INTERNAL_ERROR} requestId={c.var.requestId} />, 500);
}

/** Reads nothing, because the database may be the part that does not respond. */
function respondUnavailable(
  c: Context<AppEnv>,
  failure: ServiceError,
): Response | Promise<Response> {
  c.var.log.add({ errorCode: failure.code, error: failure });
  const seconds = retryAfterSecondsOf(failure) ?? 1;
  c.header("Retry-After", String(seconds));
  const isLimit = failure.details?.["reason"] !== undefined;
  const lead = isLimit
    ? failure.message
    : `The service is overloaded. Wait ${seconds} ${seconds === 1 ? "second" : "seconds"}, then try again.`;
  const text = { title: "Service unavailable", lead };
  return c.html(<ErrorPage {...text} requestId={c.var.requestId} />, failure.status);
}

/** Returns whether to respond with a page. API paths and clients that do not accept HTML receive JSON. */
export function acceptsPage(c: Context<AppEnv>): boolean {
  const isApi = c.req.path === "/v1" || c.req.path.startsWith("/v1/");
  return !isApi && (c.req.header("Accept") ?? "").includes("text/html");
}

export function respondNotFound(c: Context<AppEnv>): Promise<Response> {
  c.var.log.add({ errorCode: "not_found" });
  setPageHeaders(c);
  return respondWithNavigation(c, NOT_FOUND, 404);
}

/** Signed-in users keep the navigation. */
async function respondWithNavigation(
  c: Context<AppEnv>,
  text: { title: string; lead: string },
  status: ErrorStatus,
): Promise<Response> {
  const found = await findViewer(c.var.ctx, c.req.raw);
  setCookies(c, found?.setCookies ?? []);
  return c.html(<ErrorPage {...text} viewer={found?.viewer} back={previousPageOf(c)} />, status);
}

/** Returns the path of the page with the form or the link, or undefined for another site. */
function previousPageOf(c: Context<AppEnv>): string | undefined {
  const previous = URL.parse(c.req.header("Referer") ?? "");
  const { origin, pathname } = new URL(c.req.url);
  if (previous?.origin !== origin || previous.pathname === pathname) return undefined;
  return `${previous.pathname}${previous.search}`;
}

function describe({ code, message, retryAfterSeconds }: ServiceError) {
  if (code !== "rate_limit_exceeded" || retryAfterSeconds === undefined)
    return { title: "Request failed", lead: message };
  const seconds = Math.ceil(retryAfterSeconds);
  return {
    title: "Too many requests",
    lead: `No changes were made. Wait ${seconds} ${seconds === 1 ? "second" : "seconds"}, then go back and try again.`,
  };
}

function isNotFound({ code }: ServiceError): boolean {
  return code === "not_found" || code === "forbidden";
}
