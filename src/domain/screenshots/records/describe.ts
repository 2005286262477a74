// Describes the image of a record, for responses and events.
import type { CaptureError, Metadata } from "../../../contract/screenshot.ts";
import { NOT_QUEUED } from "../../../storage/schema.ts";
import type { ListedScreenshot } from "./screenshot.ts";

/** `serviceOrigin`: origin of the service. `cdnUrl`: the operator's host for images, or empty for `serviceOrigin`. */
export type AddressBase = { cdnUrl: string; serviceOrigin: string };

/** Facts that are missing in events, or in deliveries that an older version stored. */
type OptionalFact = "blocked" | "scrolled" | "page" | "pages";

type Facts = Omit<ListedFacts, OptionalFact> & Partial<Pick<ListedFacts, OptionalFact>>;

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
  | "scrolled"
  | "blocked"
  | "page"
  | "pages"
>;

export function describeMetadata(record: Facts): Metadata {
  const { fileSize, format, width, height, httpStatus, truncated } = record;
  const { scrolled, blocked, page, pages } = record;
  return {
    ...(fileSize === null ? {} : { fileSize }),
    format,
    ...(width === null || height === null ? {} : { dimensions: { width, height } }),
    ...(httpStatus === null ? {} : { httpStatus }),
    ...(truncated ? { truncated: true as const } : {}),
    ...(pages == null ? {} : { pages }),
    ...(scrolled == null ? {} : { scrolled }),
    ...(blocked == null ? {} : { blocked }),
    ...(page == null ? {} : { page }),
  };
}

type FailureFacts = {
  errorMessage: string | null;
  errorCode?: string | null;
  errorDetails?: CaptureError["details"] | null;
};

/** Returns undefined if the record has not failed. */
export function describeFailure(record: FailureFacts): CaptureError | undefined {
  const { errorCode, errorMessage, errorDetails } = record;
  if (errorMessage === null) return undefined;
  return {
    code: publicCode(errorCode),
    message: errorMessage,
    ...(errorDetails == null ? {} : { details: errorDetails }),
  };
}

/** Old records have no code, and the code of captures that were not queued is internal. */
function publicCode(code: string | null | undefined): string {
  return code === NOT_QUEUED ? "service_unavailable" : (code ?? "render_failed");
}

/** Returns null unless the capture is completed and its image is stored. */
export function findImageUrl({ status, imageKey }: Facts, base: AddressBase): string | null {
  return status === "completed" && imageKey !== null ? imageUrl(imageKey, base) : null;
}

export function imageUrl(imageKey: string, { cdnUrl, serviceOrigin }: AddressBase): string {
  return `${cdnUrl === "" ? `${serviceOrigin}/images` : cdnUrl}/${imageKey}`;
}
