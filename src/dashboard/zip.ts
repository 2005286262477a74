// A ZIP file as a stream. Images are compressed already, so the file stores them unchanged.
import { Zip, ZipPassThrough } from "fflate";

export type ZipEntry = { name: string; body: ReadableStream<Uint8Array> };

/** Reads one entry at a time, so that memory holds only one chunk. Entry names must be unique. */
export async function* zip(
  entries: AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const file = new Zip((error, chunk) => {
    if (error !== null) throw error;
    // A byte stream does not accept empty chunks. fflate allocates its chunks on the heap.
    if (chunk.length > 0) chunks.push(chunk);
  });
  for await (const { name, body } of entries) {
    const entry = new ZipPassThrough(name);
    file.add(entry);
    for await (const chunk of body) {
      entry.push(chunk);
      yield* chunks.splice(0);
    }
    entry.push(new Uint8Array(), true);
    yield* chunks.splice(0);
  }
  file.end();
  yield* chunks.splice(0);
}
