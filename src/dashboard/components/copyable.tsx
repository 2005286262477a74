// Text with a copy button. The script of the page shows the button.
import type { Child } from "hono/jsx";

/** `id`: unique on the page. */
export function Copyable({ id, label, children }: { id: string; label: string; children?: Child }) {
  return (
    <div class="copy">
      <pre tabindex={0} role="region" aria-label={label}>
        <code id={id}>{children}</code>
      </pre>
      <button type="button" class="on-code compact" data-copy={id} hidden>
        Copy
      </button>
    </div>
  );
}
