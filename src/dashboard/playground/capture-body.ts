// The request body of a capture, without options that have their default value.
import { type CaptureOptions, captureOptions } from "../../contract/capture-options.ts";
import type { CaptureInput } from "../../contract/capture.ts";
import type { Screenshot } from "../../domain/screenshots/records/screenshot.ts";
import { nonDefaultOptions, renderingOptions } from "../non-default-options.ts";

/** The body of POST /v1/capture. */
export type CaptureBody = {
  url?: string;
  html?: string;
  name?: string;
  options?: Partial<CaptureOptions>;
};

export function inputToBody({ source, name, options }: CaptureInput): CaptureBody {
  const chosen = nonDefaultOptions(options);
  return {
    ...(source.kind === "url" ? { url: source.url } : { html: source.html }),
    ...(name === undefined ? {} : { name }),
    ...(Object.keys(chosen).length === 0 ? {} : { options: chosen }),
  };
}

/**
 * Returns the input that repeats a capture without the cache. Returns undefined for HTML input, because records omit the
 * HTML.
 */
export function recordToInput({ url, name, options }: Screenshot): CaptureInput | undefined {
  if (url === "about:blank") return undefined;
  return {
    source: { kind: "url", url },
    name: name ?? undefined,
    options: captureOptions.parse({ ...options, cache_ttl: undefined }),
  };
}

/** Returns the request that repeats a capture. Records do not contain secrets such as cookies, so the body omits them. */
export function recordToBody({ url, name, options }: Screenshot): CaptureBody {
  const chosen = renderingOptions(options);
  return {
    ...(url === "about:blank" ? {} : { url }),
    ...(name === null ? {} : { name }),
    ...(Object.keys(chosen).length === 0 ? {} : { options: chosen }),
  };
}
