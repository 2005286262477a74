// Text with code between backticks, as in the messages of errors and the descriptions of options.
import type { Child } from "hono/jsx";

export function withCode(text: string): Child {
  return text.split("`").map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part));
}
