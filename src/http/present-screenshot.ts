// Converts records to API responses. Only this file contains the snake_case and the camelCase form of a record.
import type {
  BatchAnswer,
  CaptureAnswer,
  DeleteAnswer,
  ListAnswer,
  ListItem,
  ScreenshotAnswer,
  StatusAnswer,
} from "../contract/screenshot.ts";
import { thumbnailKeyOf } from "../contract/formats.ts";
import {
  type AddressBase,
  describeFailure,
  describeMetadata,
  findImageUrl,
  imageUrl,
} from "../domain/screenshots/records/describe.ts";
import type { ScreenshotPage } from "../domain/screenshots/records/list.ts";
import type { QueuedBatch } from "../domain/screenshots/batch/find-repeated-batch.ts";
import type { Removed } from "../domain/screenshots/records/remove.ts";
import type { ListedScreenshot, Screenshot } from "../domain/screenshots/records/screenshot.ts";

/** Returns the snake_case response of POST /v1/capture. Requires a completed record with a stored image. */
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
        ...(record.pages === null ? {} : { pages: record.pages }),
        ...(record.scrolled === null ? {} : { scrolled: record.scrolled }),
        ...(record.blocked === null ? {} : { blocked: record.blocked }),
        ...(record.page === null ? {} : { page: record.page }),
      },
      created_at: record.createdAt.toISOString(),
    },
    remaining_credits: remainingCredits,
  };
}

export function presentBatch(batch: QueuedBatch): BatchAnswer {
  const { id, records, failedCount, remainingCredits } = batch;
  return {
    success: true,
    data: records.map(({ id: _id, url, status, createdAt }) => ({
      _id,
      url,
      status,
      createdAt: createdAt.toISOString(),
    })),
    batchId: id,
    count: records.length,
    succeededCount: records.length - failedCount,
    failedCount,
    remainingCredits,
  };
}

export function presentScreenshot(record: Screenshot, base: AddressBase): ScreenshotAnswer {
  const { processingTimeMs } = record;
  const error = describeFailure(record);
  return {
    success: true,
    data: {
      ...presentItem(record, base),
      userId: record.accountId,
      options: record.options,
      ...(processingTimeMs === null ? {} : { processingTime: processingTimeMs }),
      ...(error === undefined ? {} : { errorMessage: error.message, error }),
      updatedAt: record.updatedAt.toISOString(),
    },
  };
}

export function presentPage(
  { records, pagination }: ScreenshotPage,
  base: AddressBase,
): ListAnswer {
  return { success: true, data: records.map((record) => presentItem(record, base)), pagination };
}

export function presentStatus(record: Screenshot, base: AddressBase): StatusAnswer {
  const { id, status } = record;
  return {
    success: true,
    data: {
      id,
      status,
      imageUrl: findImageUrl(record, base),
      ...describeOrigin(record),
      ...presentExpiry(record),
    },
  };
}

export function presentRemoved({ record, deletedAt, deletedSize }: Removed): DeleteAnswer {
  return {
    success: true,
    message: "The screenshot has been deleted.",
    data: {
      _id: record.id,
      url: record.url,
      status: record.status,
      isDeleted: true,
      deletedAt: deletedAt.toISOString(),
      deletedSize,
    },
  };
}

function presentItem(record: ListedScreenshot, base: AddressBase): ListItem {
  const thumbnailUrl = findThumbnailUrl(record, base);
  const { name, status, monitorId } = record;
  return {
    _id: record.id,
    ...describeOrigin(record),
    ...(monitorId === null ? {} : { monitorId }),
    url: record.url,
    ...(name === null ? {} : { name }),
    status,
    ...(status === "completed" ? { imageUrl: findImageUrl(record, base) } : {}),
    ...presentExpiry(record),
    ...(thumbnailUrl === undefined ? {} : { thumbnailUrl }),
    metadata: describeMetadata(record),
    createdAt: record.createdAt.toISOString(),
  };
}

/** A capture of a monitor is a batch of one. The batch is not part of the API. */
function describeOrigin({ batchId, monitorId }: ListedScreenshot): { batchId?: string } {
  return batchId === null || monitorId !== null ? {} : { batchId };
}

function presentExpiry({ imageExpiredAt }: ListedScreenshot): { imageExpiredAt?: string } {
  return imageExpiredAt === null ? {} : { imageExpiredAt: imageExpiredAt.toISOString() };
}

function findThumbnailUrl(
  { hasThumbnail, imageKey }: ListedScreenshot,
  base: AddressBase,
): string | undefined {
  return hasThumbnail && imageKey !== null ? imageUrl(thumbnailKeyOf(imageKey), base) : undefined;
}
