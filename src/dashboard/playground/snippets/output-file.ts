// The name of the file in which a code snippet stores the image.
import { formatFiles } from "../../../contract/formats.ts";
import type { CaptureBody } from "../capture-body.ts";

/** Returns undefined when the response is JSON instead of a file. */
export function outputFile({ options = {} }: CaptureBody): string | undefined {
  const { response_type = "by_format", format = "png" } = options;
  return response_type === "by_format" ? `screenshot.${formatFiles[format].extension}` : undefined;
}
