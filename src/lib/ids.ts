// Record identifiers: unguessable and sortable by time (docs/decisions/records.md).
import { toHex } from "./secrets.ts";

/** Returns 24 lower-case hex characters: 4 bytes of Unix time in seconds and 8 random bytes. */
export function createId(now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return seconds.toString(16).padStart(8, "0") + toHex(crypto.getRandomValues(new Uint8Array(8)));
}
