// Images in R2, stored with their content type. An image can have a thumbnail with a related key.
import { thumbnailKeyOf } from "../contract/formats.ts";

/** R2 requires that all parts of an upload except the last have the same size, at least 5 MiB. */
const PART_BYTES = 5 * 1024 * 1024;

/** R2 deletes up to 1,000 keys per call, and an image has two. */
const IMAGES_PER_DELETE = 500;

export type ImageBody = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

export type ByteRange = { offset: number; length: number };

export type StoredImage = {
  sizeBytes: number;
  /** Quoted, as in the header. */
  etag: string;
  contentType: string;
  storedAt: Date;
};

/** The metadata of an image: HTTP headers and the id of its record. */
type ImageFacts = { contentType: string; cacheControl: string; screenshotId: string };

export type ListedImage = { key: string; storedAt: Date; screenshotId: string | undefined };

export type ImageStore = ReturnType<typeof createImageStore>;

export function createImageStore(bucket: R2Bucket) {
  return {
    /** Returns the number of bytes. Holds one part of a stream in memory, and stores nothing if the stream fails. */
    async put(key: string, body: ImageBody, { screenshotId, ...httpMetadata }: ImageFacts) {
      const metadata = { httpMetadata, customMetadata: { screenshotId } };
      if (body instanceof ReadableStream) return putStream(bucket, key, body, metadata);
      await bucket.put(key, body, metadata);
      return body.byteLength;
    },

    /**
     * Lists up to `limit` images and thumbnails with keys after `after`. At the end of the bucket, continues at its start.
     */
    async listAround(after: string, limit: number): Promise<ListedImage[]> {
      const include: R2ListOptions["include"] = ["customMetadata"];
      const following = await bucket.list({ startAfter: after, limit, include });
      const found = following.objects;
      if (!following.truncated && found.length < limit) {
        const first = await bucket.list({ limit: limit - found.length, include });
        found.push(...first.objects.filter(({ key }) => key <= after));
      }
      return found.map(({ key, uploaded, customMetadata }) => ({
        key,
        storedAt: uploaded,
        screenshotId: customMetadata?.["screenshotId"],
      }));
    },

    async find(key: string): Promise<StoredImage | undefined> {
      const object = await bucket.head(key);
      return object === null ? undefined : describe(object);
    },

    async get(
      key: string,
      range?: ByteRange,
    ): Promise<(StoredImage & { body: ReadableStream }) | undefined> {
      const object = await bucket.get(key, range === undefined ? {} : { range });
      return object === null ? undefined : { ...describe(object), body: object.body };
    },

    /** Removes images and their thumbnails. Ignores missing keys. */
    async remove(keys: string[]): Promise<void> {
      for (let first = 0; first < keys.length; first += IMAGES_PER_DELETE) {
        const some = keys.slice(first, first + IMAGES_PER_DELETE);
        await bucket.delete(some.flatMap((key) => [key, thumbnailKeyOf(key)]));
      }
    },
  };
}

function describe(object: R2Object): StoredImage {
  return {
    sizeBytes: object.size,
    etag: object.httpEtag,
    contentType: object.httpMetadata?.contentType ?? "application/octet-stream",
    storedAt: object.uploaded,
  };
}

/** Stores a stream that fits into one part in one call, and others in parts. Returns the number of bytes. */
async function putStream(
  bucket: R2Bucket,
  key: string,
  body: ReadableStream<Uint8Array>,
  metadata: R2MultipartOptions,
): Promise<number> {
  const parts = inParts(body);
  try {
    const next = await parts.next();
    const first = next.done === true ? new Uint8Array() : next.value;
    if (first.byteLength === PART_BYTES)
      return await uploadParts(bucket, key, first, parts, metadata);
    await bucket.put(key, first, metadata);
    return first.byteLength;
  } finally {
    await parts.return();
  }
}

async function uploadParts(
  bucket: R2Bucket,
  key: string,
  first: Uint8Array,
  others: AsyncGenerator<Uint8Array, void>,
  metadata: R2MultipartOptions,
): Promise<number> {
  const upload = await bucket.createMultipartUpload(key, metadata);
  try {
    const parts = [await upload.uploadPart(1, first)];
    let sizeBytes = first.byteLength;
    for await (const part of others) {
      parts.push(await upload.uploadPart(parts.length + 1, part));
      sizeBytes += part.byteLength;
    }
    await upload.complete(parts);
    return sizeBytes;
  } catch (error) {
    // R2 stores and bills the parts of an incomplete upload for days. Throw the first error, not the one of abort().
    await upload.abort().catch(() => undefined);
    throw error;
  }
}

/**
 * Splits a stream into parts of PART_BYTES; the last part may be shorter. Each part reuses the memory of the previous part.
 */
async function* inParts(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader({ mode: "byob" });
  let part = new Uint8Array(PART_BYTES);
  try {
    for (;;) {
      const { value } = await reader.readAtLeast(PART_BYTES, part);
      if (value === undefined || value.byteLength === 0) return;
      yield value;
      part = new Uint8Array(value.buffer);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
