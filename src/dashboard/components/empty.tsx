// The placeholder for an empty list.
import type { Child } from "hono/jsx";

/** `children`: the next step, such as a sentence and a link with the class "button". */
export function Empty({ title, children }: { title: string; children?: Child }) {
  return (
    <div class="empty">
      <svg
        viewBox="0 0 32 32"
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        stroke-linecap="round"
        aria-hidden="true"
      >
        <rect x="4" y="6" width="24" height="20" rx="3" stroke-dasharray="5 4" />
      </svg>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
