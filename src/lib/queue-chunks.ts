// Messages in portions that Cloudflare Queues takes. Its limits are not enforced locally, so they are kept here
// (developers.cloudflare.com/queues/platform/limits; KB are 1,000 bytes).

export const MAX_MESSAGE_BYTES = 128_000;
const MAX_CHUNK_BYTES = 256_000;
const MAX_CHUNK_MESSAGES = 100;

/** What Queues adds to a message, and counts. */
const METADATA_BYTES = 100;

/** Keeps the order. `tooLarge`: what no portion can hold. */
export function chunkMessages<Body>(bodies: readonly Body[]): {
  chunks: Body[][];
  tooLarge: Body[];
} {
  const chunks: Body[][] = [];
  const tooLarge: Body[] = [];
  let chunk: Body[] = [];
  let chunkBytes = 0;
  for (const body of bodies) {
    const bytes = sizeOf(body);
    if (bytes > MAX_MESSAGE_BYTES) {
      tooLarge.push(body);
      continue;
    }
    const isFull = chunk.length === MAX_CHUNK_MESSAGES || chunkBytes + bytes > MAX_CHUNK_BYTES;
    if (chunk.length === 0 || isFull) {
      chunk = [];
      chunkBytes = 0;
      chunks.push(chunk);
    }
    chunk.push(body);
    chunkBytes += bytes;
  }
  return { chunks, tooLarge };
}

/** Bytes of a message that is sent as JSON. */
export function sizeOf(body: unknown): number {
  return new TextEncoder().encode(JSON.stringify(body)).byteLength + METADATA_BYTES;
}
