// Shows two screenshots side by side, with a divider, on top of each other, or as a difference, and zooms to changed
// regions. Without JavaScript, the radio buttons work, and a zoom button loads the page again. Only the divider needs the
// script. Tall pages are shown in parts: the images contain only the visible rows, and a zoom button always loads the page
// again.
import { hrefs } from "../hrefs.ts";
import { blocksOf } from "./blocks.ts";
import type { Comparison, Screenshot } from "./find-comparison.ts";
import { Pane, Rows } from "./pane.tsx";
import { PartForm, ZoomButtons } from "./view-controls.tsx";
import { canAlign, isShownInParts, partOf, type Size, viewBox, viewportOf } from "./viewport.ts";

export const VIEWER_ID = "compare";

const modes = { side: "Side by side", slider: "Slider", overlay: "Overlay", diff: "Difference" };

export type Mode = keyof typeof modes;

export function isMode(text: string | undefined): text is Mode {
  return text !== undefined && Object.hasOwn(modes, text);
}

type Props = {
  before: Screenshot | undefined;
  after: Screenshot | undefined;
  comparison: Comparison | undefined;
  mode: Mode;
  /** The number of the region to show, starting at 1; 0 for the whole page. */
  region: number;
  /** The first row of the part of a tall page that is shown without a region. */
  top: number;
  /** The parameters of this page. */
  query: Record<string, string>;
};

export function Viewer({ before, after, comparison, mode, region, top, query }: Props) {
  const page = unionOf(before?.metadata.dimensions, after?.metadata.dimensions, comparison);
  const regions = comparison?.regions ?? [];
  const shown = regions[region - 1];
  const inParts = isShownInParts(page);
  const whole = partOf(page, top);
  const viewport = shown === undefined ? whole : viewportOf(shown, page);
  const part = inParts ? viewport : undefined;
  const [beforeUrl, afterUrl] = [imageOf(before), imageOf(after)];
  const hasBoth = beforeUrl !== undefined && afterUrl !== undefined;
  const diffUrl = comparison?.diffUrl ?? undefined;
  const available = (Object.keys(modes) as Mode[]).filter(
    (mode) =>
      // the keys of `modes`
      mode === "side" || (mode === "diff" ? diffUrl !== undefined : hasBoth),
  );
  const checked = available.includes(mode) ? mode : "side";
  const blocks = blocksOf(comparison ?? {}, before?.metadata.dimensions?.height ?? 0);
  return (
    <form
      class="viewer panel"
      id={VIEWER_ID}
      method="get"
      action={`${hrefs.compare}#${VIEWER_ID}`}
      data-compare-view
    >
      {Object.entries(query).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {/* The first button of the form, which Enter in the field presses. */}
      {inParts && <PartForm page={page} viewport={viewport} />}
      <div class="toolbar">
        <fieldset class="modes">
          <legend class="hidden">View</legend>
          {available.map((mode) => (
            <label>
              <input type="radio" name="mode" value={mode} checked={mode === checked} />
              <span>{modes[mode]}</span>
            </label>
          ))}
        </fieldset>
        {regions.length > 0 && (
          <ZoomButtons
            count={regions.length}
            current={shown === undefined ? 0 : region}
            {...(inParts ? {} : { whole })}
          />
        )}
      </div>
      <label class="divide" hidden data-divide>
        <span class="for-slider">Position of the divider</span>
        <span class="for-overlay">Opacity of the later screenshot</span>
        <input type="range" min={0} max={100} value="50" autocomplete="off" />
      </label>
      {blocks.length > 0 && hasBoth && canAlign(page, blocks) && (
        <label class="align small">
          <input type="checkbox" autocomplete="off" data-align /> Align the content that moved
        </label>
      )}
      <div class="canvas stage" tabindex={0} role="region" aria-label="Images">
        <div class="panes">
          <Pane
            kind="before"
            title="Before"
            screenshot={before}
            src={beforeUrl}
            viewport={viewport}
            part={part}
            blocks={canAlign(page, blocks) ? blocks : []}
          />
          <Pane
            kind="after"
            title="After"
            screenshot={after}
            src={afterUrl}
            viewport={viewport}
            part={part}
            regions={regions}
          />
          {diffUrl !== undefined && comparison !== undefined && (
            <figure class="pane diff">
              <figcaption class="small soft">Changed pixels in color, regions outlined.</figcaption>
              <svg
                viewBox={viewBox(viewport)}
                role="img"
                aria-label="Difference of the screenshots"
              >
                <Rows src={diffUrl} size={comparison} part={part} />
              </svg>
            </figure>
          )}
          <span class="divider" aria-hidden="true" />
        </div>
      </div>
    </form>
  );
}

/** Returns the image, unless it is a PDF, which pages cannot show. */
function imageOf(screenshot: Screenshot | undefined): string | undefined {
  if (screenshot === undefined || screenshot.metadata.format === "pdf") return undefined;
  return screenshot.imageUrl ?? undefined;
}

function unionOf(...sizes: (Size | undefined)[]): Size {
  const largest = (of: "width" | "height") => Math.max(1, ...sizes.map((size) => size?.[of] ?? 1));
  return { width: largest("width"), height: largest("height") };
}
