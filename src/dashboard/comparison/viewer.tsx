// Shows two screenshots side by side, with a divider, on top of each other, or as a difference, and zooms to changed
// regions. Without JavaScript, the radio buttons work, and a zoom button loads the page again. Only the divider needs the
// script.
import { Timestamp } from "../components/timestamp.tsx";
import { hrefs } from "../hrefs.ts";
import type { Comparison, Screenshot } from "./find-comparison.ts";
import { viewBox, type Viewport, viewportOf } from "./viewport.ts";

const OUTLINE_GAP_PX = 6;

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
  /** The parameters of this page. */
  query: Record<string, string>;
};

export function Viewer({ before, after, comparison, mode, region, query }: Props) {
  const page = comparison ?? unionOf(before, after);
  const regions = comparison?.regions ?? [];
  const shown = regions[region - 1];
  const whole = { x: 0, y: 0, width: page.width, height: page.height };
  const viewport = shown === undefined ? whole : viewportOf(shown, page);
  const [beforeUrl, afterUrl] = [imageOf(before), imageOf(after)];
  const hasBoth = beforeUrl !== undefined && afterUrl !== undefined;
  const diffUrl = comparison?.diffUrl ?? undefined;
  const available = (Object.keys(modes) as Mode[]).filter(
    (mode) =>
      // the keys of `modes`
      mode === "side" || (mode === "diff" ? diffUrl !== undefined : hasBoth),
  );
  const checked = available.includes(mode) ? mode : "side";
  const shiftedBy = comparison?.shiftedBy;
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
            whole={whole}
          />
        )}
      </div>
      <label class="divide" hidden data-divide>
        <span class="for-slider">Position of the divider</span>
        <span class="for-overlay">Opacity of the later screenshot</span>
        <input type="range" min={0} max={100} value="50" autocomplete="off" />
      </label>
      {shiftedBy !== undefined && hasBoth && (
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
            shiftedBy={shiftedBy}
          />
          <Pane
            kind="after"
            title="After"
            screenshot={after}
            src={afterUrl}
            viewport={viewport}
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
                <image href={diffUrl} />
              </svg>
            </figure>
          )}
          <span class="divider" aria-hidden="true" />
        </div>
      </div>
    </form>
  );
}

type ZoomProps = { count: number; current: number; whole: Viewport };

function ZoomButtons({ count, current, whole }: ZoomProps) {
  return (
    <div class="actions" role="group" aria-label="Zoom">
      <output class="small soft numeric" data-position>
        {current === 0
          ? `${count} ${count === 1 ? "change" : "changes"}`
          : `Change ${current} of ${count}`}
      </output>
      <button class="quiet compact" name="region" value="0" data-view={viewBox(whole)}>
        Whole page
      </button>
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

type PaneProps = {
  kind: "before" | "after";
  title: string;
  screenshot: Screenshot | undefined;
  src: string | undefined;
  viewport: Viewport;
  /** Rows by which the content moved down. */
  shiftedBy?: number | undefined;
  /** Outlined rectangles. */
  regions?: Comparison["regions"];
};

function Pane({ kind, title, screenshot, src, viewport, shiftedBy, regions = [] }: PaneProps) {
  const { width, height } = screenshot?.metadata.dimensions ?? {};
  return (
    <figure class={`pane ${kind}`}>
      <figcaption class="small soft">
        <strong>{title}</strong>{" "}
        {screenshot !== undefined && (
          <a href={hrefs.screenshot(screenshot._id)}>
            <Timestamp at={new Date(screenshot.createdAt)} exact />
          </a>
        )}
      </figcaption>
      {src === undefined ? (
        <p class="missing soft">{missingReason(screenshot)}</p>
      ) : (
        <svg
          viewBox={viewBox(viewport)}
          role="img"
          aria-label={`${title}: screenshot of ${screenshot?.url}`}
        >
          <g
            class="moved"
            {...(shiftedBy === undefined ? {} : { transform: `translate(0 ${shiftedBy})` })}
          >
            <image href={src} width={width} height={height} />
          </g>
          {regions.map((region) => (
            <rect {...outlineOf(region)} />
          ))}
        </svg>
      )}
    </figure>
  );
}

/** Leaves a space around the region, so that the outline of a small region does not cover it. */
function outlineOf({ x, y, width, height }: Comparison["regions"][number]) {
  return {
    x: x - OUTLINE_GAP_PX,
    y: y - OUTLINE_GAP_PX,
    width: width + 2 * OUTLINE_GAP_PX,
    height: height + 2 * OUTLINE_GAP_PX,
  };
}

function missingReason(screenshot: Screenshot | undefined): string {
  if (screenshot === undefined) return "The screenshot was deleted.";
  if (screenshot.imageExpiredAt !== undefined) return "The image expired.";
  return screenshot.status === "completed"
    ? "The image is not stored."
    : "The screenshot has no image.";
}

/** Returns the image, unless it is a PDF, which pages cannot show. */
function imageOf(screenshot: Screenshot | undefined): string | undefined {
  if (screenshot === undefined || screenshot.metadata.format === "pdf") return undefined;
  return screenshot.imageUrl ?? undefined;
}

function unionOf(...screenshots: (Screenshot | undefined)[]): { width: number; height: number } {
  const sizes = screenshots.flatMap((screenshot) => screenshot?.metadata.dimensions ?? []);
  const largest = (of: "width" | "height") => Math.max(1, ...sizes.map((size) => size[of]));
  return { width: largest("width"), height: largest("height") };
}
