// The controls that select the visible part of a comparison: rows of a tall page, or a changed region.
import { type Size, viewBox, type Viewport } from "./viewport.ts";

/** Shows another part of a tall page. */
export function PartForm({ page, viewport: { y, height } }: { page: Size; viewport: Viewport }) {
  return (
    <div class="part toolbar">
      <p class="small soft numeric">
        {`Rows ${y.toLocaleString("en")} to ${(y + height).toLocaleString("en")} of ${page.height.toLocaleString("en")}. The page is too tall to show it as a whole.`}
      </p>
      <label class="small">
        From row <input type="number" name="top" min={0} max={page.height} value={String(y)} />
      </label>
      <button class="quiet compact" name="region" value="0">
        Show
      </button>
    </div>
  );
}

/** `whole`: undefined for a tall page, which is shown in parts. */
type ZoomProps = { count: number; current: number; whole?: Viewport };

export function ZoomButtons({ count, current, whole }: ZoomProps) {
  return (
    <div class="actions" role="group" aria-label="Zoom">
      <output class="small soft numeric" data-position>
        {current === 0
          ? `${count} ${count === 1 ? "change" : "changes"}`
          : `Change ${current} of ${count}`}
      </output>
      {whole !== undefined && (
        <button class="quiet compact" name="region" value="0" data-view={viewBox(whole)}>
          Whole page
        </button>
      )}
      <button
        class="quiet compact"
        name="region"
        value={String(Math.max(current - 1, 1))}
        data-step="-1"
      >
        Previous change
      </button>
      <button
        class="quiet compact"
        name="region"
        value={String(Math.min(current + 1, count))}
        data-step="1"
      >
        Next change
      </button>
    </div>
  );
}
