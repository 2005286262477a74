// A capture as the address of a GET (docs/decisions.md "Requests"): flat, arrays by repeating the key, objects as JSON.
import type { CaptureBody } from "../capture-body.ts";

const KEY_PLACEHOLDER = "YOUR_API_KEY";

/** Undefined for a document that is sent along: there is no address for that. */
export function linkSnippet(origin: string, body: CaptureBody): string | undefined {
  const { url, name, options = {} } = body;
  if (url === undefined) return undefined;
  const link = new URL("/v1/capture", origin);
  link.searchParams.set("url", url);
  if (name !== undefined) link.searchParams.set("name", name);
  for (const [option, value] of Object.entries(options)) {
    // A GET always answers with the file.
    if (option === "response_type") continue;
    for (const text of spell(value)) link.searchParams.append(option, text);
  }
  link.searchParams.set("api_key", KEY_PLACEHOLDER);
  return link.href;
}

function spell(value: unknown): string[] {
  if (typeof value === "string") return [value];
  const isListOfText = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isListOfText ? value : [JSON.stringify(value)];
}
