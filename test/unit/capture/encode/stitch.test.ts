import { describe, expect, it } from "vitest";
import { stitchPngBands } from "../../../../src/capture/encode/stitch.ts";
import {
  concat,
  decodePng,
  encodePng,
  noise,
  slice,
  withOpaqueAlpha,
  withoutAlpha,
} from "./png-image.ts";

const FILTERS = [0, 1, 2, 3, 4];
const opaque = { transparent: false };
const size = { widthPx: 37, heightPx: 60 };

describe("Joining", () => {
  it("Bands of uneven height join to the original image.", async () => {
    const whole = noise({ ...size, channels: 3 });
    const bands = [slice(whole, 0, 23), slice(whole, 23, 24), slice(whole, 24, 60)];

    const joined = await join(
      bands.map((band) => encodePng(band)),
      { ...size, ...opaque },
    );

    expect(joined).toMatchObject({ ...size, channels: 3 });
    expect(joined.pixels).toEqual(whole.pixels);
  });

  it.each(FILTERS)("Bands whose first row has filter %i are joined.", async (filter) => {
    for (const channels of [3, 4] as const) {
      const whole = noise({ ...size, channels });
      const bands = [slice(whole, 0, 20), slice(whole, 20, 40), slice(whole, 40, 60)];
      const encoded = bands.map((band) => encodePng(band, [filter, ...FILTERS]));

      const joined = await join(encoded, { ...size, transparent: channels === 4 });

      expect(joined.pixels).toEqual(whole.pixels);
    }
  });

  it.each(FILTERS)("An opaque band with filter %i joins a transparent image.", async (filter) => {
    const opaqueTop = noise({ ...size, heightPx: 30, channels: 3 });
    const clear = noise({ ...size, heightPx: 30, channels: 4 }, 2);
    const opaqueEnd = noise({ ...size, heightPx: 30, channels: 3 }, 3);
    const encoded = [opaqueTop, clear, opaqueEnd].map((band) => encodePng(band, [filter]));

    const joined = await join(encoded, { widthPx: 37, heightPx: 90, transparent: true });

    const expected = [withOpaqueAlpha(opaqueTop), clear, withOpaqueAlpha(opaqueEnd)];
    expect(joined.channels).toBe(4);
    expect(joined.pixels).toEqual(concat(expected.map((band) => band.pixels)));
  });

  it.each(FILTERS)("A band with alpha and filter %i joins an opaque image.", async (filter) => {
    const clear = noise({ ...size, heightPx: 30, channels: 4 });
    const solid = noise({ ...size, heightPx: 30, channels: 3 }, 2);
    const encoded = [clear, solid].map((band) => encodePng(band, [filter]));

    const joined = await join(encoded, { ...size, ...opaque });

    expect(joined.channels).toBe(3);
    expect(joined.pixels).toEqual(concat([withoutAlpha(clear).pixels, solid.pixels]));
  });

  it("Rows and bands larger than the buffers are joined.", async () => {
    const large = { widthPx: 90_000, heightPx: 9 };
    const whole = noise({ ...large, channels: 3 });
    const bands = [slice(whole, 0, 4), slice(whole, 4, 9)].map((band) => encodePng(band));

    const joined = await join(bands, { ...large, ...opaque });

    expect(joined.pixels).toEqual(whole.pixels);
    expect(joined.chunks.filter((type) => type === "IDAT").length).toBeGreaterThan(2);
  });

  it("The joined file has one IHDR, one IDAT and one IEND chunk.", async () => {
    const band = encodePng(noise({ ...size, channels: 3 }), FILTERS, 100);

    const { chunks } = await join([band], { ...size, ...opaque });

    expect(chunks).toEqual(["IHDR", "IDAT", "IEND"]);
  });
});

describe("Streaming", () => {
  const height = 300;
  const band = encodePng(noise({ widthPx: 640, heightPx: height, channels: 3 }));
  const joinedSize = { widthPx: 640, heightPx: 6 * height, ...opaque };

  it("A band is requested only when the reader needs more bytes.", async () => {
    const source = counted(Array.from({ length: 6 }, () => band));
    const reader = stitchPngBands(source.bands(), joinedSize).getReader();
    const pulledAfterRead: number[] = [];

    for (;;) {
      const { done } = await reader.read();
      if (done) break;
      await new Promise((resolve) => setTimeout(resolve, 5));
      pulledAfterRead.push(source.pulled);
    }

    // The reader receives the signature, then the header, then chunks of 256 KiB. One band has 576 kB.
    expect(pulledAfterRead.slice(0, 2)).toEqual([0, 0]);
    pulledAfterRead.forEach((pulled, reads) => {
      expect(pulled * 576_000 - (reads - 1) * 262_144).toBeLessThan(2 * 576_000);
    });
    expect(source.pulled).toBe(6);
  });

  it("Cancelling the stream closes the source.", async () => {
    const source = counted(Array.from({ length: 6 }, () => band));
    const reader = stitchPngBands(source.bands(), joinedSize).getReader();
    for (let i = 0; i < 3; i++) await reader.read();

    await reader.cancel();

    expect(source).toMatchObject({ pulled: 1, closed: true });
  });

  it("An unread stream does not read the source.", async () => {
    const source = counted([band]);

    await stitchPngBands(source.bands(), joinedSize).cancel();

    expect(source.pulled).toBe(0);
  });

  it("The stream fills the buffers of a BYOB reader.", async () => {
    const stream = stitchPngBands(counted([band]).bands(), { ...joinedSize, heightPx: height });
    const reader = stream.getReader({ mode: "byob" });
    const parts: Uint8Array[] = [];
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(1000));
      if (done) break;
      parts.push(value);
    }

    expect(decodePng(concat(parts)).pixels).toEqual(decodePng(band).pixels);
  });
});

describe("Errors", () => {
  const band = noise({ ...size, channels: 3 });
  const png = encodePng(band);

  it.each([
    ["too few rows", [encodePng(slice(band, 0, 59))], "hold 59 of the image's 60 px"],
    ["too many rows", [png, encodePng(slice(band, 0, 1))], "taller than the image's 60 px"],
    ["no rows at all", [], "hold 0 of the image's 60 px"],
    ["another width", [encodePng(noise({ widthPx: 36, heightPx: 60, channels: 3 }))], "36 px wide"],
    ["a file that is not a PNG", [new TextEncoder().encode("<html>")], "not a PNG"],
    ["a truncated PNG", [png.subarray(0, png.length - 20)], "ends before its last chunk"],
    ["a palette", [withByte(png, 25, 3)], "PNG type 3/8"],
    ["sixteen bits per channel", [withByte(png, 24, 16)], "PNG type 2/16"],
    ["interlaced rows", [withByte(png, 28, 1)], "cannot be joined"],
    ["an unknown filter", [encodePng(band, [9])], "unknown filter type 9"],
  ])("Bands with %s are rejected.", async (_, bands, message) => {
    await expect(join(bands, { ...size, ...opaque })).rejects.toThrow(message);
  });

  it("A band with missing pixels is rejected.", async () => {
    const claimsMore = withByte(png, 23, 61);

    const joined = join([claimsMore], { ...size, heightPx: 61, ...opaque });

    await expect(joined).rejects.toThrow("pixels are incomplete");
  });

  it("Damaged data is rejected.", async () => {
    await expect(join([withByte(png, 50, 0xff)], { ...size, ...opaque })).rejects.toThrow();
  });

  it("The stream fails with the error of the source.", async () => {
    const cause = new Error("The browser closed.");
    async function* bands() {
      yield encodePng(slice(band, 0, 30));
      throw cause;
    }

    const read = readAll(stitchPngBands(bands(), { ...size, ...opaque }));

    await expect(read).rejects.toBe(cause);
  });
});

async function join(
  bands: readonly Uint8Array[],
  joined: { widthPx: number; heightPx: number; transparent: boolean },
) {
  return decodePng(await readAll(stitchPngBands(counted(bands).bands(), joined)));
}

async function readAll(stream: ReadableStream<Uint8Array>) {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return concat(parts);
}

function counted(pngs: readonly Uint8Array[]) {
  const source = {
    pulled: 0,
    closed: false,
    async *bands() {
      try {
        for (const png of pngs) {
          source.pulled += 1;
          yield png;
        }
      } finally {
        source.closed = true;
      }
    },
  };
  return source;
}

function withByte(bytes: Uint8Array, at: number, value: number) {
  const changed = bytes.slice();
  changed[at] = value;
  return changed;
}
