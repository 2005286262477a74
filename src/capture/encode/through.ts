// Bytes through a transform stream, pulled by the reader alone.

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

interface Stage {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
}

/**
 * What `stage` makes of `source`. The stage is fed only while a read of it waits, because workerd's
 * (de)compression streams take any amount of input without holding the writer back.
 * Errors of the source and of the stage are thrown as they are; leaving early closes the source.
 */
export async function* through(
  source: Source,
  stage: Stage,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = iterate(source);
  const writer = stage.writable.getWriter();
  const reader = stage.readable.getReader();
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
      const reading = reader.read();
      let read: Awaited<typeof reading> | undefined;
      while (!read) {
        if (!exhausted) feeding ??= feed();
        read = await (feeding ? Promise.race([reading, feeding]) : reading);
      }
      if (read.done) return;
      yield read.value;
    }
  } finally {
    // Whatever is still under way ends with the stage; its failure is no news to anybody.
    feeding?.catch(() => undefined);
    await reader.cancel().catch(() => undefined);
    await pieces.return(undefined);
  }
}

/** The same bytes in pieces of `pieceBytes`, the last one shorter; each in a buffer of its own. */
export async function* regroup(
  source: Source,
  pieceBytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let piece = new Uint8Array(pieceBytes);
  let filled = 0;
  for await (const chunk of source) {
    let taken = 0;
    while (taken < chunk.length) {
      const part = chunk.subarray(taken, taken + pieceBytes - filled);
      piece.set(part, filled);
      filled += part.length;
      taken += part.length;
      if (filled < pieceBytes) continue;
      yield piece;
      piece = new Uint8Array(pieceBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

async function* iterate(source: Source): AsyncGenerator<Uint8Array, void, undefined> {
  yield* source;
}
