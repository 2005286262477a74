// Checks that the Worker is small enough for every plan.

/** The compressed size limit of the free plan (developers.cloudflare.com/workers/platform/limits). */
const MAX_BUNDLE_KIB = 3_000_000 / 1024;

/** Throws an Error when the Worker is too large. `printed` is the output of "wrangler deploy --dry-run". */
export function assertBundleFits(printed: string): void {
  const size = /gzip: ([\d.]+) KiB/.exec(printed)?.[1];
  if (size === undefined)
    throw new Error(`The output of wrangler does not contain the size of the Worker:\n${printed}`);
  if (Number(size) <= MAX_BUNDLE_KIB) return;
  throw new Error(
    `The Worker has ${size} KiB compressed. The free plan allows ${Math.floor(MAX_BUNDLE_KIB)} KiB. ` +
      "Find large modules: npx wrangler deploy --dry-run --metafile",
  );
}
