// Retries calls to Durable Objects that moved to new code or to another machine during the call.

/** Returns the result of `call` and repeats it once after a retryable error. `call` must create a new stub each time. */
export async function retryOnce<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // A stub that threw stays broken. A new stub connects to the new location of the object.
    if (isRetryable(error)) return call();
    throw error;
  }
}

/** Returns whether the runtime marked the error as retryable (developers.cloudflare.com/durable-objects/best-practices/error-handling). */
function isRetryable(error: unknown): boolean {
  return error instanceof Error && "retryable" in error && error.retryable === true;
}
