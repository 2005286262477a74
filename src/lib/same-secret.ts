import { timingSafeEqual } from "node:crypto";

/** Compares two texts in a time that does not depend on their common prefix. */
export function isSameSecret(given: string, secret: string): boolean {
  const encoder = new TextEncoder();
  const [a, b] = [encoder.encode(given), encoder.encode(secret)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
