// Whether the Worker is small enough for every plan.

/** What the free plan takes, compressed (developers.cloudflare.com/workers/platform/limits). */
const MAX_BUNDLE_KIB = 3_000_000 / 1024;

/** `printed` is what "wrangler deploy --dry-run" says. Throws an Error where the Worker is too large. */
export function assertBundleFits(printed: string): void {
  const size = /gzip: ([\d.]+) KiB/.exec(printed)?.[1];
  if (size === undefined)
    throw new Error(`wrangler did not say how large the Worker is:\n${printed}`);
  if (Number(size) <= MAX_BUNDLE_KIB) return;
  throw new Error(
    `The Worker has ${size} KiB compressed, and the free plan takes ${Math.floor(MAX_BUNDLE_KIB)}. ` +
      "Find what has grown: npx wrangler deploy --dry-run --metafile",
  );
}
