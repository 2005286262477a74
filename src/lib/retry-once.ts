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

/** Returns whether the runtime marked the error as retryable and the object is not overloaded (developers.cloudflare.com/durable-objects/best-practices/error-handling). */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error) || ("overloaded" in error && error.overloaded === true))
    return false;
  return "retryable" in error && error.retryable === true;
}
