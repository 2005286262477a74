// A screenshot as it stands in lists: what it shows, or why there is nothing to show.
import type { ListItem } from "../../contract/screenshot.ts";
import { hrefs } from "../hrefs.ts";
import { Timestamp } from "./timestamp.tsx";

/** As many as a window shows before anybody scrolls: they are there with the page. */
const SEEN_FIRST = 6;

export function Shots({ items }: { items: ListItem[] }) {
  return (
    <ul class="shots">
      {items.map((item, i) => (
        <li class="shot">
          <a href={hrefs.screenshot(item._id)}>
            <Frame item={item} isSeenFirst={i < SEEN_FIRST} />
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

/** Where there is no thumbnail the image itself is shown, up to this size: a list holds many. */
const MAX_SHOWN_BYTES = 1_000_000;

function Frame({ item, isSeenFirst }: { item: ListItem; isSeenFirst: boolean }) {
  const shown = item.thumbnailUrl ?? smallImageOf(item);
  if (shown !== undefined) {
    return (
      <span class="frame">
        {/* The link says what it shows. */}
        <img src={shown} alt="" loading={isSeenFirst ? "eager" : "lazy"} />
      </span>
    );
  }
  return <span class={`frame none ${item.status}`}>{whyNoPicture(item)}</span>;
}

function smallImageOf({ imageUrl, metadata }: ListItem): string | undefined {
  const { format, fileSize = Infinity } = metadata;
  const isSmall = format !== "pdf" && fileSize <= MAX_SHOWN_BYTES;
  return isSmall ? (imageUrl ?? undefined) : undefined;
}

function whyNoPicture({ status, imageUrl, imageExpiredAt, metadata }: ListItem): string {
  if (status !== "completed") return statusLabels[status];
  if (imageExpiredAt !== undefined) return "No longer kept";
  return imageUrl === null ? "Not stored" : metadata.format.toUpperCase();
}

export const statusLabels: Record<ListItem["status"], string> = {
  pending: "Waiting",
  processing: "Being captured",
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

/** What a screenshot is called: its own name, or its address. */
export function titleOf({ name, url }: Pick<ListItem, "name" | "url">): string {
  return name ?? readableUrl(url);
}

/** Without what every address has. */
function readableUrl(url: string): string {
  if (url === "about:blank") return "HTML document";
  return url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
}
