// The screenshots of a list, each with a thumbnail or the reason why it has none.
import type { ListItem } from "../../contract/screenshot.ts";
import { hrefs } from "../hrefs.ts";
import { Timestamp } from "./timestamp.tsx";

/** Load the images above the fold with the page, and the others on scroll. */
const EAGER_IMAGES = 6;

export function ScreenshotGrid({ items }: { items: ListItem[] }) {
  return (
    <ul class="shots">
      {items.map((item, i) => (
        <li class="shot">
          <a href={hrefs.screenshot(item._id)}>
            <Frame item={item} isEager={i < EAGER_IMAGES} />
            <strong class="clip">{titleOf(item)}</strong>
          </a>
          {item.name !== undefined && <p class="soft small clip">{readableUrl(item.url)}</p>}
          <p class="small">
            {item.status === "completed" ? (
              <span class="badge">{item.metadata.format.toUpperCase()}</span>
            ) : (
              <StatusBadge status={item.status} />
            )}{" "}
            <span class="soft">
              <Timestamp at={new Date(item.createdAt)} exact />
            </span>
          </p>
        </li>
      ))}
    </ul>
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
