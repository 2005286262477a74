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
    `  -d ${quote(spell(body))}`,
    ...(file === undefined ? [] : [`  -o ${file}`]),
  ];
  return lines.join(" \\\n");
}

/** In one line where that is easy to read. */
function spell(body: CaptureBody): string {
  const line = JSON.stringify(body);
  return line.length > MAX_LINE_LENGTH ? JSON.stringify(body, null, 2) : line;
}

/** In single quotes a shell reads everything as it stands, but for a single quote. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
