// What Network.setBlockedURLs can know of private addresses: literals, as Chromium spells them in its URLs.
import type { PrivateTarget } from "../../lib/private-targets.ts";

/** 172.16.0.0/12, one prefix for each second number. */
const CLASS_B = Array.from({ length: 16 }, (_, index) => `172.${16 + index}.`);

const HOSTS = [
  ...["0.", "10.", "127.", "169.254.", "192.168.", ...CLASS_B],
  ...["[::1]", "[::ffff:", "[fc", "[fd", "[fe8", "[fe9", "[fea", "[feb"],
  "localhost",
];

/**
 * Patterns that match requests to private addresses written as such. A pattern is searched anywhere in the URL, so a
 * range is left out altogether where one of its hosts may be asked.
 */
export function privatePatterns(allowed: readonly PrivateTarget[]): string[] {
  return HOSTS.filter((start) => !allowed.some(({ host }) => host.startsWith(start))).map(
    (start) => `://${start}`,
  );
}
