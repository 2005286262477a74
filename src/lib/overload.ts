// Recognizes overload errors of D1, Queues and Durable Objects, after which the client can retry.

/**
 * Returns whether the error, or one of its causes, reports an overload or a transient failure of the platform
 * (developers.cloudflare.com/durable-objects/best-practices/error-handling). D1 and Queues report an overload only in the
 * message.
 */
export function isOverload(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ("overloaded" in error && error.overloaded === true) ||
    ("retryable" in error && error.retryable === true) ||
    /\b(?:DB|Queue|Durable Object) is overloaded\b/.test(error.message) ||
    isOverload(error.cause)
  );
}
