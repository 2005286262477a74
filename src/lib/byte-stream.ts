// A byte stream that is filled from a generator.

/**
 * Pulls the next piece only when the reader requests it. Cancelling ends the generator. `chunkBytes` is the size of a
 * read without a buffer from the reader: workerd would otherwise return 4 KiB at a time.
 */
export function byteStreamOf(
  pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>,
  chunkBytes: number,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    type: "bytes",
    autoAllocateChunkSize: chunkBytes,
    async pull(controller) {
      const next = await pieces.next();
      if (next.done !== true) return controller.enqueue(next.value);
      controller.close();
      // A reader that brought its own buffer waits until that buffer is answered, too.
      controller.byobRequest?.respond(0);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
