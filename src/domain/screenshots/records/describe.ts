// What a record says about its image, wherever it is told: in answers, in events.
import type { Metadata } from "../../../contract/screenshot.ts";
import type { ListedScreenshot } from "./screenshot.ts";

/** `serviceOrigin`: where the service is reached. `cdnUrl`: the operator's host for images; empty: the service's own. */
export type AddressBase = { cdnUrl: string; serviceOrigin: string };

/** Events come without what was blocked. */
type Facts = Omit<ListedFacts, "blocked"> & Partial<Pick<ListedFacts, "blocked">>;

type ListedFacts = Pick<
  ListedScreenshot,
  | "status"
  | "format"
  | "imageKey"
  | "fileSize"
  | "width"
  | "height"
  | "httpStatus"
  | "truncated"
  | "blocked"
>;

export function describeMetadata(record: Facts): Metadata {
  const { fileSize, format, width, height, httpStatus, truncated, blocked } = record;
  return {
    ...(fileSize === null ? {} : { fileSize }),
    format,
    ...(width === null || height === null ? {} : { dimensions: { width, height } }),
    ...(httpStatus === null ? {} : { httpStatus }),
    ...(truncated ? { truncated: true as const } : {}),
    ...(blocked == null ? {} : { blocked }),
  };
}

/** Null while a capture is under way, after it failed, and when its image was not stored or is no longer kept. */
export function findImageUrl({ status, imageKey }: Facts, base: AddressBase): string | null {
  return status === "completed" && imageKey !== null ? imageUrl(imageKey, base) : null;
}

export function imageUrl(imageKey: string, { cdnUrl, serviceOrigin }: AddressBase): string {
  return `${cdnUrl === "" ? `${serviceOrigin}/images` : cdnUrl}/${imageKey}`;
}
