// One screenshot of a comparison: its image with outlined regions, or the reason why it has none.
import { Timestamp } from "../components/timestamp.tsx";
import { hrefs } from "../hrefs.ts";
import type { Block } from "./blocks.ts";
import type { Comparison, Screenshot } from "./find-comparison.ts";
import { rowsOf, type Size, viewBox, type Viewport } from "./viewport.ts";

const OUTLINE_GAP_PX = 6;

type PaneProps = {
  kind: "before" | "after";
  title: string;
  screenshot: Screenshot | undefined;
  src: string | undefined;
  viewport: Viewport;
  /** The part of a tall page that is shown. */
  part: Viewport | undefined;
  /** The parts of the image that moved. */
  blocks?: readonly Block[];
  /** Outlined rectangles. */
  regions?: Comparison["regions"];
};

export function Pane(props: PaneProps) {
  const { kind, title, screenshot, src, viewport, part, blocks = [], regions = [] } = props;
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
          <g class="in-place">
            <Rows src={src} size={size} part={part} blocks={blocks} />
          </g>
          {size !== undefined && blocks.length > 0 && (
            <g class="aligned">
              {blocks.map(({ y, height, movedBy }) => (
                <svg
                  y={y + movedBy}
                  width={size.width}
                  height={height}
                  viewBox={viewBox({ x: 0, y, width: size.width, height })}
                >
                  <Rows src={src} size={size} part={part} blocks={blocks} />
                </svg>
              ))}
            </g>
          )}
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
  blocks?: readonly Block[];
};

/** The image, or those of its rows that the part shows. */
export function Rows({ src, size, part, blocks }: RowsProps) {
  const key = src.slice(src.lastIndexOf("/") + 1);
  if (part === undefined || size === undefined || !key.endsWith(".png"))
    return <image href={src} width={size?.width} height={size?.height} />;
  const rows = rowsOf(part, size, blocks);
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
