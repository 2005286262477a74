// Durable Objects that moved to a new version of the code, or to another machine, while they were asked.

/** What `ask` answers; asked once more where the platform says that it helps. Each time on a stub of its own. */
export async function retryOnce<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    // A stub that has thrown stays broken; the next one leads to the object where it is now.
    if (isRetryable(error)) return ask();
    throw error;
  }
}

/** As the runtime marks its own errors (developers.cloudflare.com/durable-objects/best-practices/error-handling). */
function isRetryable(error: unknown): boolean {
  return error instanceof Error && "retryable" in error && error.retryable === true;
}
