// Where a program puts what a capture answers.
import { formatFiles } from "../../../contract/formats.ts";
import type { CaptureBody } from "../capture-body.ts";

/** Undefined where the answer is no file. */
export function outputFile({ options = {} }: CaptureBody): string | undefined {
  const { response_type = "by_format", format = "png" } = options;
  return response_type === "by_format" ? `screenshot.${formatFiles[format].extension}` : undefined;
}
