// A capture as a command for a POSIX shell. The key comes from the environment.
import type { CaptureBody } from "../capture-body.ts";
import { outputFile } from "./output-file.ts";

const MAX_LINE_LENGTH = 60;

export function curlSnippet(origin: string, body: CaptureBody): string {
  const file = outputFile(body);
  const lines = [
    `curl -fsS ${quote(`${origin}/v1/capture`)}`,
    `  -H "X-API-Key: $EDGESHOT_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quote(toJson(body))}`,
    ...(file === undefined ? [] : [`  -o ${file}`]),
  ];
  return lines.join(" \\\n");
}

/** Writes short JSON on one line. */
function toJson(body: CaptureBody): string {
  const line = JSON.stringify(body);
  return line.length > MAX_LINE_LENGTH ? JSON.stringify(body, null, 2) : line;
}

/** Quotes text for a POSIX shell. Inside single quotes, only the single quote itself is special. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
