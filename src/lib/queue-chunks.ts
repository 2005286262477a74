// Splits messages into chunks that Cloudflare Queues accepts. The local runtime does not enforce these limits
// (developers.cloudflare.com/queues/platform/limits; 1 KB is 1,000 bytes).

export const MAX_MESSAGE_BYTES = 128_000;
const MAX_CHUNK_BYTES = 256_000;
const MAX_CHUNK_MESSAGES = 100;

/** Bytes that Queues adds to the size of each message. */
const METADATA_BYTES = 100;

/** Returns chunks in the order of `bodies`. `tooLarge`: messages that exceed the size limit. */
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

/** Returns the size of a JSON message in bytes. */
export function sizeOf(body: unknown): number {
  return new TextEncoder().encode(JSON.stringify(body)).byteLength + METADATA_BYTES;
}
