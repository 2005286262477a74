// The view of the gallery, and the actions on the selected screenshots.
import type { ListView } from "../components/screenshot-card.tsx";
import type { EnteredValues } from "../forms/form.tsx";
import { galleryHref } from "./query.ts";

export function Toolbar({ entered, view }: { entered: EnteredValues; view: ListView }) {
  const views = [
    ["grid", "Grid", ""],
    ["list", "List", "list"],
  ] as const;
  return (
    <div class="toolbar">
      <div class="actions" role="group" aria-label="Selected screenshots">
        <button type="button" class="quiet compact" data-select-all hidden>
          Select all
        </button>
        <button class="quiet compact" name="do" value="download">
          Download ZIP
        </button>
        <button class="quiet compact" name="do" value="compare">
          Compare
        </button>
        <button type="button" class="danger compact" popovertarget="delete-selected">
          Delete
        </button>
      </div>
      <div id="delete-selected" popover="auto" role="dialog" aria-labelledby="delete-question">
        <h2 id="delete-question">Delete the selected screenshots?</h2>
        <p>
          Their images are deleted immediately and their URLs stop working. Credits are not
          refunded.
        </p>
        <div class="actions">
          <button
            type="button"
            class="quiet"
            popovertarget="delete-selected"
            popovertargetaction="hide"
            autofocus
          >
            Cancel
          </button>
          <button class="danger solid" name="do" value="delete">
            Delete
          </button>
        </div>
      </div>
      <nav class="views small" aria-label="View">
        {views.map(([name, label, value]) => (
          <a
            href={galleryHref(entered, { view: value })}
            {...(view === name ? { "aria-current": "true" as const } : {})}
          >
            {label}
          </a>
        ))}
      </nav>
    </div>
  );
}
