// When two captures are the same picture: the fingerprint behind cache_ttl.
import type { CaptureOptions } from "../../../contract/capture-options.ts";
import type { CaptureInput } from "../../../contract/capture.ts";
import { canonicalJson } from "../../../lib/canonical-json.ts";
import { sha256Hex } from "../../../lib/secrets.ts";

/** Say how the answer is given and how long it may take, not what is in the picture. */
const NOT_IN_THE_PICTURE: (keyof CaptureOptions)[] = [
  "response_type",
  "cache_ttl",
  "timeout",
  "navigation_timeout",
];

/** Fingerprint of target and options, secrets among them; undefined when no cache was asked for. */
export async function cacheKeyOf({
  source,
  options,
  maxSidePx,
}: CaptureInput): Promise<string | undefined> {
  if (options.cache_ttl === 0) return undefined;
  const picture = Object.entries(options).filter(
    ([name]) => !NOT_IN_THE_PICTURE.some((other) => other === name),
  );
  const target = source.kind === "url" ? new URL(source.url).href : { html: source.html };
  return sha256Hex(
    canonicalJson({
      target,
      options: Object.fromEntries(picture),
      ...(maxSidePx === undefined ? {} : { maxSidePx }),
    }),
  );
}
