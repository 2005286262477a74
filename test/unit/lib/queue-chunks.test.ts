import { describe, expect, it } from "vitest";
import { chunkMessages } from "../../../src/lib/queue-chunks.ts";

/** A message of so many bytes as Queues counts them: as JSON, with what it adds itself. */
function message(bytes: number, character = "x"): string {
  const textBytes = bytes - 100 - 2;
  return character.repeat(textBytes / new TextEncoder().encode(character).byteLength);
}

describe("chunkMessages", () => {
  it("sends nothing where there is nothing", () => {
    expect(chunkMessages([])).toEqual({ chunks: [], tooLarge: [] });
  });

  it("keeps the order", () => {
    expect(chunkMessages([1, 2, 3])).toEqual({ chunks: [[1, 2, 3]], tooLarge: [] });
  });

  it.each([
    [100, [100]],
    [101, [100, 1]],
    [250, [100, 100, 50]],
  ])("puts %i messages into portions of at most 100", (count, lengths) => {
    const { chunks } = chunkMessages(Array.from({ length: count }, () => 0));
    expect(chunks.map(({ length }) => length)).toEqual(lengths);
  });

  it.each([
    ["256,000 bytes into one portion", [128_000, 128_000], [2]],
    ["a byte more into two", [128_000, 127_000, 1_001], [2, 1]],
    ["each of three large ones beside as many as fit", [100_000, 100_000, 100_000], [2, 1]],
  ])("puts %s", (_what, sizes, lengths) => {
    const { chunks, tooLarge } = chunkMessages(sizes.map((size) => message(size)));
    expect(chunks.map(({ length }) => length)).toEqual(lengths);
    expect(tooLarge).toEqual([]);
  });

  it("sets aside what is larger than 128,000 bytes, and sends the rest", () => {
    const large = message(128_001);
    const { chunks, tooLarge } = chunkMessages([message(200), large, message(300)]);
    expect(chunks.map(({ length }) => length)).toEqual([2]);
    expect(tooLarge).toEqual([large]);
  });

  it("counts bytes, not characters", () => {
    expect(chunkMessages([message(128_000, "ü")]).tooLarge).toHaveLength(0);
    expect(chunkMessages([`${message(128_000, "ü")}ü`]).tooLarge).toHaveLength(1);
  });
});
