// The runs of a monitor as cards with thumbnails. Two of them can be selected for a comparison.
import type { RunData } from "../../contract/monitors.ts";
import type { ListItem } from "../../contract/screenshot.ts";
import { Empty } from "../components/empty.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { hrefs } from "../hrefs.ts";
import { formatRatio, RunStateBadge } from "./run-state.tsx";

/** Number of images that load with the page, because they are visible without scrolling. The others load on scroll. */
const EAGER_IMAGES = 6;

/** `screenshot`: undefined if the run captured nothing, or the screenshot was deleted. */
export type TimelineItem = { run: RunData; screenshot: ListItem | undefined };

type Props = {
  monitorId: string;
  /** The number of this page of runs. */
  page: number;
  items: TimelineItem[];
  baseline: string;
  /** The screenshot that the user selected on another page. */
  selected: { id: string; createdAt: Date } | undefined;
  /** The ids of the screenshots that are checked at first. */
  checked: ReadonlySet<string>;
};

export function Timeline({ monitorId, page, items, baseline, selected, checked }: Props) {
  if (items.length === 0) {
    return (
      <Empty title="No runs yet">
        <p>The first run starts on the schedule, or when you press “Run now”.</p>
      </Empty>
    );
  }
  return (
    <form class="selection" method="get" action={`${hrefs.monitor(monitorId)}/compare`}>
      {page > 1 && <input type="hidden" name="page" value={page} />}
      <div class="toolbar">
        {selected !== undefined && (
          <p class="small">
            <input type="hidden" name="first" value={selected.id} />
            Selected: the run of <Timestamp at={selected.createdAt} exact />. Select another run on
            any page. <a href={hrefs.monitor(monitorId)}>Cancel</a>
          </p>
        )}
        <button class="quiet compact">Compare selected</button>
      </div>
      <ul class="shots">
        {items.map((item, i) => (
          <RunCard
            {...item}
            isEager={i < EAGER_IMAGES}
            isBaseline={item.run.screenshotId === baseline}
            isChecked={item.run.screenshotId !== null && checked.has(item.run.screenshotId)}
            isSelected={item.run.screenshotId !== null && item.run.screenshotId === selected?.id}
            baselineAction={`${hrefs.monitor(monitorId)}/baseline`}
          />
        ))}
      </ul>
    </form>
  );
}

type CardProps = TimelineItem & {
  isEager: boolean;
  isBaseline: boolean;
  isChecked: boolean;
  isSelected: boolean;
  /** The address to which a new baseline is posted. */
  baselineAction: string;
};

function RunCard(props: CardProps) {
  const { run, screenshot, isEager, isBaseline, isChecked, isSelected, baselineAction } = props;
  const { _id: id, status, message, comparison, startedAt } = run;
  const isOpen = status === "capturing" || status === "confirming";
  const isComparable = typeof screenshot?.imageUrl === "string";
  const at = <Timestamp at={new Date(startedAt)} exact />;
  return (
    <li class="shot" id={`run-${id}`} {...(isOpen ? { "data-live": "" } : {})}>
      {isComparable && !isSelected && (
        <label class="pick">
          <input type="checkbox" name="id" value={screenshot._id} checked={isChecked} />
          <span class="hidden">Select the run of {at}</span>
        </label>
      )}
      {screenshot === undefined ? (
        <>
          <Frame run={run} screenshot={screenshot} isEager={isEager} />
          <strong>{at}</strong>
        </>
      ) : (
        <a href={hrefs.screenshot(screenshot._id)}>
          <Frame run={run} screenshot={screenshot} isEager={isEager} />
          <strong>{at}</strong>
        </a>
      )}
      <p class="small">
        <RunStateBadge status={status} /> {isBaseline && <span class="badge">Baseline</span>}{" "}
        {isSelected && <span class="badge">Selected</span>}{" "}
        {status === "changed" && comparison !== null && (
          <span class="soft">{formatRatio(comparison.ratio)}</span>
        )}
      </p>
      {message !== null && <p class="small reason">{message}</p>}
      {status === "first" && <p class="small soft">No earlier screenshot to compare with</p>}
      <p class="small actions">
        {comparison !== null && isComparable && (
          <a href={comparisonOf(run, comparison)}>
            {status === "changed" ? "Show the change" : "Compare"}
            <span class="hidden"> of {at}</span>
          </a>
        )}
        {isComparable && !isBaseline && (
          <button
            class="link"
            formmethod="post"
            formaction={baselineAction}
            name="baseline"
            value={screenshot._id}
          >
            Use as baseline
            <span class="hidden"> the run of {at}</span>
          </button>
        )}
      </p>
    </li>
  );
}

function Frame({ run, screenshot, isEager }: TimelineItem & { isEager: boolean }) {
  const src = screenshot?.thumbnailUrl ?? screenshot?.imageUrl ?? undefined;
  if (src !== undefined) {
    return (
      <span class="frame">
        {/* The text of the link describes the image. */}
        <img src={src} alt="" loading={isEager ? "eager" : "lazy"} />
      </span>
    );
  }
  return <span class={`frame none ${run.status}`}>{missingImageLabel(run, screenshot)}</span>;
}

/** The comparison of a change is stored. Other comparisons are made when the page is opened. */
function comparisonOf(
  { _id: id, monitorId, status }: RunData,
  { before, after }: NonNullable<RunData["comparison"]>,
): string {
  return status === "changed"
    ? hrefs.runComparison(id)
    : hrefs.monitorComparison(monitorId, before, after);
}

function missingImageLabel({ status, screenshotId }: RunData, screenshot?: ListItem): string {
  if (status === "skipped") return "Nothing captured";
  if (status === "capturing" || status === "confirming") return "In progress";
  if (screenshotId !== null && screenshot === undefined) return "Deleted";
  if (screenshot?.imageExpiredAt !== undefined) return "Expired";
  return status === "failed" ? "Failed" : "Not stored";
}
