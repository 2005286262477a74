// Recognizes overload errors of D1, R2, Queues and Durable Objects, after which the client can retry.

/**
 * The codes at the end of messages of R2 and Queues for overloads and internal errors
 * (developers.cloudflare.com/r2/api/error-codes, developers.cloudflare.com/queues/reference/error-codes).
 */
const CODE = /\((?:10001|10043|10058|10250|10251|15000)\)$/;

/**
 * Returns whether the error, or one of its causes, reports an overload or a transient failure of the platform
 * (developers.cloudflare.com/durable-objects/best-practices/error-handling). D1, R2 and Queues report it only in the message.
 */
export function isOverload(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ("overloaded" in error && error.overloaded === true) ||
    ("retryable" in error && error.retryable === true) ||
    /\b(?:DB|Queue|Durable Object) is overloaded\b/.test(error.message) ||
    CODE.test(error.message) ||
    isOverload(error.cause)
  );
}
