// A highlighted message.
import type { Child } from "hono/jsx";

export type Tone = "good" | "warn" | "bad";

export function Notice({ tone, children }: { tone: Tone; children?: Child }) {
  return (
    <div class={`notice ${tone}`} role={tone === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}
