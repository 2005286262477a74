// Shows two screenshots side by side, with a divider, on top of each other, or as a difference, and zooms to changed
// regions. Without JavaScript, the radio buttons work, and a zoom button loads the page again. Only the divider needs the
// script. Tall pages are shown in parts: the images contain only the visible rows, and a zoom button always loads the page
// again.
import { Timestamp } from "../components/timestamp.tsx";
import { hrefs } from "../hrefs.ts";
import type { Comparison, Screenshot } from "./find-comparison.ts";
import {
  canAlign,
  isShownInParts,
  partOf,
  rowsOf,
  viewBox,
  type Viewport,
  viewportOf,
} from "./viewport.ts";

const OUTLINE_GAP_PX = 6;

type Size = { width: number; height: number };

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
  const page = comparison ?? unionOf(before, after);
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
      {shiftedBy !== undefined && hasBoth && canAlign(page, shiftedBy) && (
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
            shiftedBy={shiftedBy}
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

/** Shows another part of a tall page. */
function PartForm({ page, viewport: { y, height } }: { page: Size; viewport: Viewport }) {
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

function ZoomButtons({ count, current, whole }: ZoomProps) {
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

type PaneProps = {
  kind: "before" | "after";
  title: string;
  screenshot: Screenshot | undefined;
  src: string | undefined;
  viewport: Viewport;
  /** The part of a tall page that is shown. */
  part: Viewport | undefined;
  /** Rows by which the content moved down. */
  shiftedBy?: number | undefined;
  /** Outlined rectangles. */
  regions?: Comparison["regions"];
};

function Pane(props: PaneProps) {
  const { kind, title, screenshot, src, viewport, part, shiftedBy, regions = [] } = props;
  const size = screenshot?.metadata.dimensions;
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
            <Rows src={src} size={size} part={part} shiftedBy={shiftedBy} />
          </g>
          {regions.map((region) => (
            <rect {...outlineOf(region)} />
          ))}
        </svg>
      )}
    </figure>
  );
}

type RowsProps = {
  src: string;
  /** Undefined if the size of the image is unknown. */
  size: Size | undefined;
  part: Viewport | undefined;
  shiftedBy?: number | undefined;
};

/** The image, or those of its rows that the part shows. */
function Rows({ src, size, part, shiftedBy }: RowsProps) {
  const key = src.slice(src.lastIndexOf("/") + 1);
  if (part === undefined || size === undefined || !key.endsWith(".png"))
    return <image href={src} width={size?.width} height={size?.height} />;
  const rows = rowsOf(part, size, shiftedBy);
  if (rows === undefined) return null;
  return <image href={hrefs.imageRows(key, rows)} width={size.width} {...rows} />;
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

function unionOf(...screenshots: (Screenshot | undefined)[]): Size {
  const sizes = screenshots.flatMap((screenshot) => screenshot?.metadata.dimensions ?? []);
  const largest = (of: "width" | "height") => Math.max(1, ...sizes.map((size) => size[of]));
  return { width: largest("width"), height: largest("height") };
}
