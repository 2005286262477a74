// A button with a confirmation dialog. The dialog is a popover, so it needs no script.
import type { Child } from "hono/jsx";

type Props = {
  /** Unique on the page. */
  id: string;
  /** The text of the button that opens the dialog, and of the button that confirms. */
  label: string;
  question: string;
  /** The address to which the confirmation is posted. */
  action: string;
  /** An explanation, and additional fields of the form. */
  children?: Child;
  /** "bad" marks a destructive action. */
  tone?: "bad" | "plain";
  compact?: boolean;
};

export function Confirm({
  id,
  label,
  question,
  action,
  children,
  tone = "bad",
  compact = false,
}: Props) {
  const [openClass, confirmClass] = tone === "bad" ? ["danger", "danger solid"] : ["quiet", ""];
  return (
    <>
      <button type="button" class={compact ? `${openClass} compact` : openClass} popovertarget={id}>
        {label}
      </button>
      <div id={id} popover="auto" role="dialog" aria-labelledby={`${id}-question`}>
        <h2 id={`${id}-question`}>{question}</h2>
        <form method="post" action={action}>
          {children}
          <div class="actions">
            <button
              type="button"
              class="quiet"
              popovertarget={id}
              popovertargetaction="hide"
              autofocus
            >
              Cancel
            </button>
            <button class={confirmClass}>{label}</button>
          </div>
        </form>
      </div>
    </>
  );
}
