// The capture options of a record or request that differ from their defaults.
import { type CaptureOptions, captureOptions } from "../contract/capture-options.ts";

const defaults: Record<string, unknown> = captureOptions.parse({});

/** `options`: capture options, with or without defaults filled in. */
export function nonDefaultOptions(options: object): Partial<CaptureOptions> {
  const chosen = Object.entries(options).filter(
    ([name, value]) => value !== undefined && value !== defaults[name],
  );
  return Object.fromEntries(chosen);
}

/** Omits `response_type`, which does not affect the image. */
export function renderingOptions(options: object): Partial<CaptureOptions> {
  const { response_type: _, ...others } = nonDefaultOptions(options);
  return others;
}
