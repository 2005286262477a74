// Converts errors to responses.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { ServiceError } from "../contract/errors.ts";
import { isOverload } from "../lib/overload.ts";
import { findPlatformLimit } from "../lib/platform-limit.ts";
import type { AppEnv } from "./hono.ts";

/** Default of Retry-After for service_unavailable. */
const RETRY_AFTER_SECONDS = 5;

export function respondError(error: Error, c: Context<AppEnv>): Response {
  const failure = toServiceError(error, c.var.requestId);
  const { code, message, details } = failure;
  // Only unexpected errors and errors with a cause are logged in full.
  c.var.log.add({ errorCode: code, ...(failure.cause === undefined ? {} : { error: failure }) });
  const retryAfterSeconds = retryAfterSecondsOf(failure);
  if (retryAfterSeconds !== undefined) c.header("Retry-After", String(retryAfterSeconds));
  return c.json(
    { error: { code, message, ...(details === undefined ? {} : { details }) } },
    failure.status,
  );
}

/** Returns whole seconds, at least 1. Returns undefined if the client should not retry. */
export function retryAfterSecondsOf({ code, retryAfterSeconds }: ServiceError): number | undefined {
  const seconds =
    retryAfterSeconds ?? (code === "service_unavailable" ? RETRY_AFTER_SECONDS : undefined);
  return seconds === undefined ? undefined : Math.max(1, Math.ceil(seconds));
}

/** Returns the error that clients see: overloads and limits of the platform are service_unavailable. */
export function toServiceError(error: Error, requestId: string): ServiceError {
  if (error instanceof ServiceError) return error;
  // Only hono's validator throws this error: the body is not valid JSON.
  if (error instanceof HTTPException) return new ServiceError("invalid_json");
  const limit = findPlatformLimit(error, new Date());
  if (limit !== undefined) {
    const { reason, ...extras } = limit;
    return new ServiceError("service_unavailable", {
      ...extras,
      details: { reason },
      cause: error,
    });
  }
  if (isOverload(error)) {
    const message = "The service is overloaded. Retry after the seconds in Retry-After.";
    return new ServiceError("service_unavailable", { message, cause: error });
  }
  return new ServiceError("internal_error", { details: { requestId }, cause: error });
}
