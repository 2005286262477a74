// Compares what somebody shows with a secret, in a time that tells nothing of how much of it was right.
import { timingSafeEqual } from "node:crypto";

export function isSameSecret(given: string, secret: string): boolean {
  const encoder = new TextEncoder();
  const [a, b] = [encoder.encode(given), encoder.encode(secret)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
