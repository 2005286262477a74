// A button that asks before it does what matters. Needs no script: the question is a popover.
import type { Child } from "hono/jsx";

type Props = {
  /** Of this question, unlike any other on the page. */
  id: string;
  /** What the button says, and the button below the question. */
  label: string;
  question: string;
  /** Where "yes" is posted to. */
  action: string;
  /** What it means, and further fields of the form. */
  children?: Child;
  /** The button that does nothing. */
  keep?: string;
  /** "bad": it takes something away. */
  tone?: "bad" | "plain";
  compact?: boolean;
};

export function Confirm({
  id,
  label,
  question,
  action,
  children,
  keep = "Keep it",
  tone = "bad",
  compact = false,
}: Props) {
  const [opener, yes] = tone === "bad" ? ["danger", "danger solid"] : ["quiet", ""];
  return (
    <>
      <button type="button" class={compact ? `${opener} compact` : opener} popovertarget={id}>
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
              {keep}
            </button>
            <button class={yes}>{label}</button>
          </div>
        </form>
      </div>
    </>
  );
}
