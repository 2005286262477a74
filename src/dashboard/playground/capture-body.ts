// A capture as its caller would send it: only what differs from the defaults.
import { type CaptureOptions, captureOptions } from "../../contract/capture-options.ts";
import type { CaptureInput } from "../../contract/capture.ts";
import type { Screenshot } from "../../domain/screenshots/records/screenshot.ts";

/** The body of POST /v1/capture. */
export type CaptureBody = {
  url?: string;
  html?: string;
  name?: string;
  options?: Partial<CaptureOptions>;
};

export function bodyOf({ source, name, options }: CaptureInput): CaptureBody {
  const chosen = chosenOptions(options);
  return {
    ...(source.kind === "url" ? { url: source.url } : { html: source.html }),
    ...(name === undefined ? {} : { name }),
    ...(Object.keys(chosen).length === 0 ? {} : { options: chosen }),
  };
}

/** What would make the screenshot once more; what was secret is not known any more. */
export function bodyOfRecord({ url, name, options }: Screenshot): CaptureBody {
  return {
    ...(url === "about:blank" ? {} : { url }),
    ...(name === null ? {} : { name }),
    options: pictureOptions(options),
  };
}

const defaults: Record<string, unknown> = captureOptions.parse({});

/** The options that were not left alone, but for how the answer was given: those that show in the picture. */
export function pictureOptions(options: object): Partial<CaptureOptions> {
  const { response_type: _, ...others } = chosenOptions(options);
  return others;
}

/** `options`: capture options, with or without their defaults. */
function chosenOptions(options: object): Partial<CaptureOptions> {
  const chosen = Object.entries(options).filter(
    ([name, value]) => value !== undefined && value !== defaults[name],
  );
  return Object.fromEntries(chosen);
}
