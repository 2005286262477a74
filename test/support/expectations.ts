// Assertions for all API responses.
import { expect } from "vitest";
import type { ErrorCode, ErrorDetails } from "../../src/contract/errors.ts";

/** Expects the documented error without other fields, and the rate limit headers. */
export async function expectError(
  answer: Response,
  status: number,
  code: ErrorCode,
  details?: ErrorDetails,
) {
  const body = await answer.json<{ error: { message: string; details?: ErrorDetails } }>();
  expect(body).toEqual({
    error: {
      code,
      message: expect.stringMatching(/^.{10,}\.$/),
      ...(details === undefined ? {} : { details: expect.objectContaining(details) }),
      ...(details === undefined && body.error.details !== undefined
        ? { details: expect.any(Object) }
        : {}),
    },
  });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
  expectRateHeaders(answer);
  return body.error;
}

export function expectRateHeaders(answer: Response) {
  const limit = Number(answer.headers.get("X-RateLimit-Limit"));
  expect(limit).toBeGreaterThan(0);
  const remaining = answer.headers.get("X-RateLimit-Remaining");
  expect(remaining).toMatch(/^\d+$/);
  expect(Number(remaining)).toBeLessThan(limit);
  const reset = Number(answer.headers.get("X-RateLimit-Reset"));
  expect(reset).toBeGreaterThan(Date.now() / 1000 - 1);
  expect(reset).toBeLessThan(Date.now() / 1000 + 62);
}
