// Text to be taken along. The button shows where the page has the script for it (asset "copy-buttons.js").
import type { Child } from "hono/jsx";

/** `id`: unlike any other on the page. */
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
