// The screenshots of a list as cards or rows, each with a thumbnail or the reason why it has none.
import type { ListItem } from "../../contract/screenshot.ts";
import { hrefs } from "../hrefs.ts";
import { withCode } from "./with-code.tsx";
import { Timestamp } from "./timestamp.tsx";

/** Load the images above the fold with the page, and the others on scroll. */
const EAGER_IMAGES = 6;

/** `failure`: why the capture failed. */
export type Listed = ListItem & { failure: string | undefined };

export type ListView = "grid" | "list";

type ListProps = {
  items: Listed[];
  view: ListView;
  /** The ids of the screenshots that are selected at first. */
  selected: ReadonlySet<string>;
};

export function ScreenshotList({ items, view, selected }: ListProps) {
  return (
    <ul class={view === "grid" ? "shots" : "shots rows"}>
      {items.map((item, i) => (
        <Card item={item} isEager={i < EAGER_IMAGES} isSelected={selected.has(item._id)} />
      ))}
    </ul>
  );
}

type CardProps = { item: Listed; isEager: boolean; isSelected: boolean };

function Card({ item, isEager, isSelected }: CardProps) {
  const { _id: id, name, url, status, metadata, batchId, failure, createdAt } = item;
  const isLive = status === "pending" || status === "processing";
  const title = titleOf(item);
  return (
    <li class="shot" id={`shot-${id}`} {...(isLive ? { "data-live": "" } : {})}>
      <label class="pick">
        <input type="checkbox" name="id" value={id} checked={isSelected} />
        <span class="hidden">{`Select ${title}`}</span>
      </label>
      <a href={hrefs.screenshot(id)}>
        <Frame item={item} isEager={isEager} />
        <strong class="clip">{title}</strong>
      </a>
      {name !== undefined && <p class="soft small clip">{readableUrl(url)}</p>}
      {metadata.page?.title !== undefined && <p class="soft small clip">{metadata.page.title}</p>}
      {failure !== undefined && <p class="small reason">{withCode(failure)}</p>}
      <p class="small">
        {status === "completed" ? (
          <span class="badge">{metadata.format.toUpperCase()}</span>
        ) : (
          <StatusBadge status={status} />
        )}{" "}
        {isErrorStatus(metadata.httpStatus) && <HttpBadge status={metadata.httpStatus} />}{" "}
        {batchId !== undefined && (
          <a class="badge" href={hrefs.batch(batchId)}>
            Batch
          </a>
        )}{" "}
        <span class="soft">
          <Timestamp at={new Date(createdAt)} exact />
        </span>
      </p>
    </li>
  );
}

/** Without a thumbnail, show the image up to this size. A list contains many images. */
const MAX_SHOWN_BYTES = 1_000_000;

function Frame({ item, isEager }: { item: ListItem; isEager: boolean }) {
  const src = item.thumbnailUrl ?? smallImageOf(item);
  if (src !== undefined) {
    return (
      <span class="frame">
        {/* The text of the link describes the image. */}
        <img src={src} alt="" loading={isEager ? "eager" : "lazy"} />
      </span>
    );
  }
  return <span class={`frame none ${item.status}`}>{missingImageLabel(item)}</span>;
}

function smallImageOf({ imageUrl, metadata }: ListItem): string | undefined {
  const { format, fileSize = Infinity } = metadata;
  const isSmall = format !== "pdf" && fileSize <= MAX_SHOWN_BYTES;
  return isSmall ? (imageUrl ?? undefined) : undefined;
}

function missingImageLabel({ status, imageUrl, imageExpiredAt, metadata }: ListItem): string {
  if (status !== "completed") return statusLabels[status];
  if (imageExpiredAt !== undefined) return "Expired";
  return imageUrl === null ? "Not stored" : metadata.format.toUpperCase();
}

export const statusLabels: Record<ListItem["status"], string> = {
  pending: "Pending",
  processing: "Processing",
  completed: "Completed",
  failed: "Failed",
};

const tones: Record<ListItem["status"], string> = {
  pending: "warn",
  processing: "warn",
  completed: "good",
  failed: "bad",
};

/** Pages with these statuses are captured like others, but seldom show what the user expects. */
export function isErrorStatus(httpStatus: number | undefined): httpStatus is number {
  return httpStatus !== undefined && httpStatus >= 400;
}

export function HttpBadge({ status }: { status: number }) {
  return <span class="badge warn">{`HTTP ${status}`}</span>;
}

export function StatusBadge({ status }: { status: ListItem["status"] }) {
  return <span class={`badge ${tones[status]}`}>{statusLabels[status]}</span>;
}

/** Returns the name of a screenshot or, without a name, its URL. */
export function titleOf({ name, url }: Pick<ListItem, "name" | "url">): string {
  return name ?? readableUrl(url);
}

/** Omits the scheme, "www." and a trailing slash. */
function readableUrl(url: string): string {
  if (url === "about:blank") return "HTML document";
  return url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
}
