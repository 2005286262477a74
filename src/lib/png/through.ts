// Bytes through a transform stream, pulled by the reader alone.

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

interface Stage {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
}

/**
 * Yields the output of `stage` for `source` in chunks of `pieceBytes`; the last one may be shorter. Each chunk reuses the
 * memory of the one before. By default, workerd reads 4 KiB at a time, and 50,000 reads leave too much garbage.
 *
 * The stage is fed only while a read of it waits, because workerd's (de)compression streams take any amount of input
 * without holding the writer back. Errors of the source and of the stage are thrown as they are; leaving early closes
 * the source.
 */
export async function* through(
  source: Source,
  stage: Stage,
  pieceBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = iterate(source);
  const writer = stage.writable.getWriter();
  const reader = stage.readable.getReader({ mode: "byob" });
  let piece = new Uint8Array(pieceBytes);
  let exhausted = false;
  let feeding: Promise<undefined> | undefined;

  async function feed(): Promise<undefined> {
    const next = await pieces.next();
    if (next.done) exhausted = true;
    await (next.done ? writer.close() : writer.write(next.value));
    feeding = undefined;
  }

  try {
    for (;;) {
      const reading = reader.readAtLeast(pieceBytes, piece);
      let read: Awaited<typeof reading> | undefined;
      while (!read) {
        if (!exhausted) feeding ??= feed();
        read = await (feeding ? Promise.race([reading, feeding]) : reading);
      }
      if (read.done || read.value.length === 0) return;
      yield read.value;
      piece = new Uint8Array(read.value.buffer);
    }
  } finally {
    // Ignore errors: cancelling the stage also ends the feeding.
    feeding?.catch(() => undefined);
    await reader.cancel().catch(() => undefined);
    await pieces.return(undefined);
  }
}

async function* iterate(source: Source): AsyncGenerator<Uint8Array, void, undefined> {
  yield* source;
}
