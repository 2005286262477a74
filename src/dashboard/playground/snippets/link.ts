// A capture as a GET URL (docs/decisions/requests.md): arrays repeat the key, objects are JSON.
import type { CaptureBody } from "../capture-body.ts";

const KEY_PLACEHOLDER = "YOUR_API_KEY";

/** Returns undefined for a capture of HTML, which does not fit into a URL. */
export function linkSnippet(origin: string, body: CaptureBody): string | undefined {
  const { url, name, options = {} } = body;
  if (url === undefined) return undefined;
  const link = new URL("/v1/capture", origin);
  link.searchParams.set("url", url);
  if (name !== undefined) link.searchParams.set("name", name);
  for (const [option, value] of Object.entries(options)) {
    // GET /v1/capture always returns the file.
    if (option === "response_type") continue;
    for (const text of encode(value)) link.searchParams.append(option, text);
  }
  link.searchParams.set("api_key", KEY_PLACEHOLDER);
  return link.href;
}

function encode(value: unknown): string[] {
  if (typeof value === "string") return [value];
  const isListOfText = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isListOfText ? value : [JSON.stringify(value)];
}
