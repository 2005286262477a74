// Computes the cache key of a capture. Captures with equal keys produce the same image.
import type { CaptureOptions } from "../../../contract/capture-options.ts";
import type { CaptureInput } from "../../../contract/capture.ts";
import { canonicalJson } from "../../../lib/canonical-json.ts";
import { sha256Hex } from "../../../lib/secrets.ts";

/** Options that change the response or its timing, but not the image. */
const IRRELEVANT_OPTIONS: (keyof CaptureOptions)[] = [
  "response_type",
  "cache_ttl",
  "timeout",
  "navigation_timeout",
  // The other options already contain the values that the device sets.
  "device",
];

/** Returns a hash of target and options, including secret options. Returns undefined if cache_ttl is 0. */
export async function cacheKeyOf({ source, options }: CaptureInput): Promise<string | undefined> {
  if (options.cache_ttl === 0) return undefined;
  const relevant = Object.entries(options).filter(
    ([name]) => !IRRELEVANT_OPTIONS.some((other) => other === name),
  );
  const target = source.kind === "url" ? new URL(source.url).href : { html: source.html };
  return sha256Hex(
    canonicalJson({
      target,
      options: Object.fromEntries(relevant),
    }),
  );
}
