import { describe, expect, it } from "vitest";
import { chunkMessages } from "../../../src/lib/queue-chunks.ts";

/** Returns a message that Cloudflare Queues counts as `bytes` bytes, including quotation marks and metadata. */
function message(bytes: number, character = "x"): string {
  const textBytes = bytes - 100 - 2;
  return character.repeat(textBytes / new TextEncoder().encode(character).byteLength);
}

describe("chunkMessages", () => {
  it("An empty list gives no chunks.", () => {
    expect(chunkMessages([])).toEqual({ chunks: [], tooLarge: [] });
  });

  it("Chunks keep the order of the messages.", () => {
    expect(chunkMessages([1, 2, 3])).toEqual({ chunks: [[1, 2, 3]], tooLarge: [] });
  });

  it.each([
    [100, [100]],
    [101, [100, 1]],
    [250, [100, 100, 50]],
  ])("%i messages are split into chunks of at most 100.", (count, lengths) => {
    const { chunks } = chunkMessages(Array.from({ length: count }, () => 0));
    expect(chunks.map(({ length }) => length)).toEqual(lengths);
  });

  it.each([
    ["Messages of 256,000 bytes fit into one chunk.", [128_000, 128_000], [2]],
    ["Messages of 256,001 bytes require a second chunk.", [128_000, 127_000, 1_001], [2, 1]],
    [
      "Three large messages are split into chunks of two and one.",
      [100_000, 100_000, 100_000],
      [2, 1],
    ],
  ])("%s", (_what, sizes, lengths) => {
    const { chunks, tooLarge } = chunkMessages(sizes.map((size) => message(size)));
    expect(chunks.map(({ length }) => length)).toEqual(lengths);
    expect(tooLarge).toEqual([]);
  });

  it("A message larger than 128,000 bytes is returned as too large, and the others are chunked.", () => {
    const large = message(128_001);
    const { chunks, tooLarge } = chunkMessages([message(200), large, message(300)]);
    expect(chunks.map(({ length }) => length)).toEqual([2]);
    expect(tooLarge).toEqual([large]);
  });

  it("The size limit counts bytes, not characters.", () => {
    expect(chunkMessages([message(128_000, "ü")]).tooLarge).toHaveLength(0);
    expect(chunkMessages([`${message(128_000, "ü")}ü`]).tooLarge).toHaveLength(1);
  });
});
