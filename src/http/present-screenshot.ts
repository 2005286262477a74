// Records as they are answered. This file alone knows both JSON spellings of a record.
import type { CaptureAnswer } from "../contract/screenshot.ts";
import type { Screenshot } from "../domain/screenshots/screenshot.ts";

type AddressBase = { cdnUrl: string; requestUrl: string };

/** Where an image is found: on the operator's host for images, or on the host that was asked. */
function imageUrl(imageKey: string, { cdnUrl, requestUrl }: AddressBase): string {
  const base = cdnUrl === "" ? `${new URL(requestUrl).origin}/images` : cdnUrl;
  return `${base}/${imageKey}`;
}

/** The snake_case answer of POST /v1/capture. The record is completed and its image stored. */
export function presentCapture(
  record: Screenshot,
  remainingCredits: number,
  base: AddressBase,
): CaptureAnswer {
  return {
    success: true,
    data: {
      id: record.id,
      url: record.url,
      image_url: imageUrl(record.imageKey ?? "", base),
      status: record.status,
      metadata: {
        file_size: record.fileSize ?? 0,
        format: record.format,
        dimensions: { width: record.width ?? 0, height: record.height ?? 0 },
        ...(record.httpStatus === null ? {} : { http_status: record.httpStatus }),
        ...(record.truncated ? { truncated: true as const } : {}),
      },
      created_at: record.createdAt.toISOString(),
    },
    remaining_credits: remainingCredits,
  };
}
