// Sends bytes through a transform stream at the speed of the reader.

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

interface Stage {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
}

/**
 * Yields the output of `stage` for `source` in chunks of `chunkBytes`; the last one may be shorter. Each chunk reuses the
 * memory of the previous chunk. By default, workerd reads 4 KiB at a time, and 50,000 such reads allocate too much memory.
 *
 * Writes to the stage only while a read is pending, because workerd's compression streams accept any amount of input
 * without backpressure. Throws errors of the source and of the stage unchanged. Ending the iteration early closes the
 * source.
 */
export async function* through(
  source: Source,
  stage: Stage,
  chunkBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = iterate(source);
  const writer = stage.writable.getWriter();
  const reader = stage.readable.getReader({ mode: "byob" });
  let buffer = new Uint8Array(chunkBytes);
  let exhausted = false;
  let feeding: Promise<undefined> | undefined;

  async function feed(): Promise<undefined> {
    const next = await chunks.next();
    if (next.done) exhausted = true;
    await (next.done ? writer.close() : writer.write(next.value));
    feeding = undefined;
  }

  try {
    for (;;) {
      const reading = reader.readAtLeast(chunkBytes, buffer);
      let read: Awaited<typeof reading> | undefined;
      while (!read) {
        if (!exhausted) feeding ??= feed();
        read = await (feeding ? Promise.race([reading, feeding]) : reading);
      }
      if (read.done || read.value.length === 0) return;
      yield read.value;
      buffer = new Uint8Array(read.value.buffer);
    }
  } finally {
    // Ignore errors: cancelling the stage also fails the pending write.
    feeding?.catch(() => undefined);
    await reader.cancel().catch(() => undefined);
    await chunks.return(undefined);
  }
}

async function* iterate(source: Source): AsyncGenerator<Uint8Array, void, undefined> {
  yield* source;
}
