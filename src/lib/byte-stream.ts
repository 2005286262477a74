// Creates a byte stream from a generator.

/**
 * Reads the next chunk only when the reader requests more bytes. Cancelling ends the generator. `chunkBytes`: the size of
 * the buffer if the reader passes none. By default, workerd uses 4 KiB.
 */
export function byteStreamOf(
  chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>,
  chunkBytes: number,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    type: "bytes",
    autoAllocateChunkSize: chunkBytes,
    async pull(controller) {
      const next = await chunks.next();
      if (next.done !== true) return controller.enqueue(next.value);
      controller.close();
      // A reader that passed a buffer waits for this response even after the stream is closed.
      controller.byobRequest?.respond(0);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
