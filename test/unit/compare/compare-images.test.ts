import pixelmatch from "pixelmatch";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { findShifts } from "../../../src/compare/alignment.ts";
import { compareImages, type CompareOptions } from "../../../src/compare/compare-images.ts";
import { cropPng } from "../../../src/compare/crop-png.ts";
import { drawDiff } from "../../../src/compare/diff-image.ts";
import { openPngRows } from "../../../src/compare/png-rows.ts";
import { RegionFinder } from "../../../src/compare/regions.ts";
import { RowHashes } from "../../../src/compare/row-hashes.ts";
import {
  concat,
  decodePng,
  encodePng,
  noise,
  withOpaqueAlpha,
  type DecodedImage,
} from "../capture/encode/png-image.ts";

const OPTIONS: CompareOptions = { threshold: 0.1, ignore: [], antialiasing: false };

describe("compareImages", () => {
  it("A comparison finds no change in equal images with different row filters.", async () => {
    const image = noise({ widthPx: 61, heightPx: 300, channels: 3 });

    const { pixels, regions } = await compare(image, image, {}, [[4], [1, 2, 3]]);

    expect(pixels).toBe(0);
    expect(regions).toEqual([]);
  });

  it("A comparison finds exactly the rectangles that were painted.", async () => {
    const before = plain(400, 900);
    const rectangles = [
      { x: 10, y: 20, width: 33, height: 17 },
      { x: 350, y: 126, width: 50, height: 5 },
      { x: 0, y: 898, width: 3, height: 2 },
    ];
    const after = rectangles.reduce(paint, before);

    const { pixels, regions } = await compare(before, after);

    expect(pixels).toBe(33 * 17 + 250 + 6);
    expect(regions).toEqual(rectangles.map((r) => ({ ...r, pixels: r.width * r.height })));
  });

  it("A comparison counts the same pixels as one comparison of the whole images.", async () => {
    for (const antialiasing of [false, true]) {
      const before = blurredNoise(97, 523, 1);
      const after = blurredNoise(97, 523, 1, 3);

      const { pixels } = await compare(before, after, { antialiasing });

      const expected = pixelmatch(before.pixels, after.pixels, undefined, 97, 523, {
        includeAA: antialiasing,
        checkerboard: false,
      });
      expect(pixels).toBe(expected);
      expect(pixels).toBeGreaterThan(0);
    }
  });

  it("A comparison joins a region that lies inside the bounds of another.", async () => {
    const before = plain(400, 400);
    const lines = [
      { x: 10, y: 10, width: 300, height: 4 },
      { x: 10, y: 10, width: 4, height: 300 },
      { x: 150, y: 150, width: 20, height: 20 },
    ];

    const { regions } = await compare(before, lines.reduce(paint, before));

    const pixels = 300 * 4 + 296 * 4 + 400;
    expect(regions).toEqual([{ x: 10, y: 10, width: 300, height: 300, pixels }]);
  });

  it("A comparison counts the part that only one image has.", async () => {
    const { pixels, widthPx, heightPx } = await compare(plain(100, 200), plain(120, 150));

    expect({ widthPx, heightPx }).toEqual({ widthPx: 120, heightPx: 200 });
    expect(pixels).toBe(120 * 200 - 100 * 150);
  });

  it("A comparison skips ignored rectangles, including parts outside the smaller image.", async () => {
    const before = plain(100, 200);
    const after = paint(plain(100, 220), { x: 5, y: 5, width: 20, height: 20 });
    const ignore = [
      { x: 0, y: 0, width: 50, height: 50 },
      { x: 20, y: 190, width: 1000, height: 1000 },
    ];

    const { pixels } = await compare(before, after, { ignore });

    expect(pixels).toBe(20 * 20);
  });

  it("A comparison reports an inserted banner as a shift.", async () => {
    const before = noise({ widthPx: 80, heightPx: 1000, channels: 3 });
    const banner = noise({ widthPx: 80, heightPx: 60, channels: 3 }, 7);
    const after = insert(before, banner, 300);

    const { pixels, shiftedBy, regions, heightPx } = await compare(before, after);

    expect(shiftedBy).toBe(60);
    expect(heightPx).toBe(1060);
    expect(pixels).toBe(80 * 60);
    expect(regions).toEqual([{ x: 0, y: 300, width: 80, height: 60, pixels: 80 * 60 }]);
  });

  it("A comparison reports a removed banner as a shift.", async () => {
    const whole = noise({ widthPx: 80, heightPx: 700, channels: 3 });
    const banner = noise({ widthPx: 80, heightPx: 45, channels: 3 }, 9);

    const { pixels, shiftedBy, regions, heightPx } = await compare(
      insert(whole, banner, 128),
      whole,
    );

    expect(shiftedBy).toBe(-45);
    expect(heightPx).toBe(745);
    expect(pixels).toBe(80 * 45);
    expect(regions).toEqual([{ x: 0, y: 128, width: 80, height: 1, pixels: 80 }]);
  });

  it("A comparison finds a change below an inserted banner.", async () => {
    const before = noise({ widthPx: 80, heightPx: 600, channels: 3 });
    const spot = { x: 8, y: 500, width: 4, height: 4 };
    const after = paint(
      insert(before, noise({ widthPx: 80, heightPx: 10, channels: 3 }, 5), 0),
      spot,
    );

    const { shiftedBy, regions } = await compare(before, after);

    expect(shiftedBy).toBe(10);
    expect(regions.map(({ y }) => y)).toEqual([0, 500]);
  });

  it("A comparison finds insertions and removals at several places, and a change between them.", async () => {
    const WIDTH = 80;
    const rows = (heightPx: number, seed: number) =>
      noise({ widthPx: WIDTH, heightPx, channels: 3 }, seed);
    const parts = [1, 2, 3, 4].map((seed) => rows(200, seed));
    const [banner, advert] = [rows(60, 5), rows(30, 6)];
    const page = (...blocks: DecodedImage[]) =>
      blocks.reduce((all, block) => insert(all, block, all.heightPx));
    const [a, b, c, d] = parts as [DecodedImage, DecodedImage, DecodedImage, DecodedImage];
    const whole = page(a, b, c, d);
    const region = (y: number, height: number) => ({ x: 0, y, width: WIDTH, height });

    const twice = await compare(whole, page(a, banner, b, c, advert, d));
    expect(twice.shifts).toEqual([
      { y: 200, rows: 60 },
      { y: 660, rows: 30 },
    ]);
    expect(twice.shiftedBy).toBe(60);
    expect(twice.regions).toMatchObject([region(200, 60), region(660, 30)]);
    expect(twice.pixels).toBe(90 * WIDTH);

    const spot = { x: 8, y: 500, width: 4, height: 4 };
    const moved = await compare(page(a, b, advert, c, d), paint(page(a, banner, b, c, d), spot));
    expect(moved.shifts).toEqual([
      { y: 200, rows: 60 },
      { y: 460, rows: -30 },
    ]);
    // Below the removal, all rows are 30 rows lower.
    expect(moved.shiftedBy).toBe(30);
    expect(moved.regions).toMatchObject([region(200, 60), region(460, 1), spot]);
    expect(moved.pixels).toBe(90 * WIDTH + 16);
  });

  it("A comparison of other content, and of content that moves by a few rows, finds no shift.", async () => {
    const before = noise({ widthPx: 80, heightPx: 900, channels: 3 });
    const other = noise({ widthPx: 80, heightPx: 900, channels: 3 }, 2);
    const line = noise({ widthPx: 80, heightPx: 10, channels: 3 }, 3);
    const at = (y: number) => insert(insert(plain(80, 90), line, y), before, 100);

    expect(await compare(before, other)).toMatchObject({ shifts: [], heightPx: 900 });
    expect(await compare(at(30), at(33))).toMatchObject({ shifts: [] });
  });

  it("Content that browsers round to another row below a shift is no change, and other moves by one row are.", async () => {
    const WIDTH = 80;
    const join = (...parts: DecodedImage[]) =>
      parts.reduce((all, part) => insert(all, part, all.heightPx));
    const [a, b, c, d] = [1, 2, 3, 4].map((seed) =>
      noise({ widthPx: WIDTH, heightPx: 60, channels: 3 }, seed),
    ) as [DecodedImage, DecodedImage, DecodedImage, DecodedImage];
    const gap = (heightPx: number) => plain(WIDTH, heightPx);
    const banner = noise({ widthPx: WIDTH, heightPx: 40, channels: 3 }, 5);
    const page = join(a, gap(20), b, gap(20), c, gap(20), d);
    const region = { x: 0, y: 0, width: WIDTH, height: 40, pixels: 40 * WIDTH };

    // Below the banner, the second and the third part are 41 rows lower.
    const rounded = join(banner, a, gap(21), b, gap(20), c, gap(19), d);
    expect(await compare(page, rounded)).toMatchObject({
      shifts: [{ y: 0, rows: 40 }],
      regions: [region],
      pixels: 40 * WIDTH,
    });
    expect(await compare(rounded, page)).toMatchObject({ shiftedBy: -40, pixels: 40 * WIDTH });

    // Spaces that grow by one row each are changes, and so is a line.
    const spaced = await compare(page, join(banner, a, gap(21), b, gap(21), c, gap(20), d));
    expect(spaced).toMatchObject({ pixels: 41 * WIDTH });
    const line = paint(gap(21), { x: 0, y: 10, width: WIDTH, height: 1 });
    const lined = await compare(page, join(banner, a, line, b, gap(20), c, gap(20), d));
    expect(lined.regions).toHaveLength(2);
    const moved = await compare(page, join(a, gap(21), b, gap(20), c, gap(19), d));
    expect(moved.pixels).toBeGreaterThan(WIDTH);
  });

  it("The shifts between the longest pages are found within 5 seconds.", async () => {
    const [count, places] = [50_000, 200];
    const random = randomOf(1);
    const before = new RowHashes(1, count, []);
    const after = new RowHashes(1, count, []);
    for (let row = 0; row < count; row++) before.whole[row] = random() * 2 ** 32;
    // Each place moves the rows below it by another distance.
    for (let row = 0; row < count; row++) {
      const place = Math.floor((row * places) / count);
      after.whole[row] = before.whole[row - place * 3] ?? 0;
    }
    const startedAt = Date.now();
    const shifts = await findShifts(before, after);
    // The clock of a Worker only advances while it waits.
    await scheduler.wait(1);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    expect(shifts.length).toBeGreaterThan(10);
  });

  it("A comparison rejects images that are corrupt or end early.", async () => {
    const image = noise({ widthPx: 40, heightPx: 400, channels: 3 });
    const file = encodePng(image);
    const broken = file.slice();
    broken.fill(0, 200, 300);

    for (const bad of [file.slice(0, 1000), broken, new Uint8Array(50), new Uint8Array()]) {
      const comparison = compareImages(opening(file), opening(bad), OPTIONS);
      await expect(comparison).rejects.toThrow(/PNG/);
    }
  });

  it("A comparison returns at most 50 regions.", async () => {
    let after = plain(1000, 1000);
    for (let i = 0; i < 400; i++)
      after = paint(after, { x: (i % 20) * 50, y: Math.floor(i / 20) * 50, width: 3, height: 3 });

    const { regions, pixels } = await compare(plain(1000, 1000), after);

    expect(regions.length).toBeLessThanOrEqual(50);
    expect(regions.reduce((sum, region) => sum + region.pixels, 0)).toBe(pixels);
  });
});

describe("Ignored rectangles and shifts", () => {
  const WIDTH = 80;
  const rows = (heightPx: number, seed = 1) =>
    noise({ widthPx: WIDTH, heightPx, channels: 3 }, seed);
  const join = (...parts: DecodedImage[]) =>
    parts.reduce((all, part) => insert(all, part, all.heightPx));
  const box = (y: number, height: number, width = WIDTH) => ({ x: 0, y, width, height });

  it("An ignored banner that is inserted at the top hides no row below it and reports none.", async () => {
    const before = rows(500);
    const after = insert(before, rows(40, 2), 0);

    const whole = await compare(before, after, { ignore: [box(0, 40)] });
    expect(whole).toMatchObject({ shiftedBy: 40, pixels: 0, regions: [] });
    const half = await compare(before, after, { ignore: [box(0, 40, 30)] });
    expect(half).toMatchObject({
      shiftedBy: 40,
      regions: [{ x: 30, y: 0, width: 50, height: 40 }],
    });

    // Blank rows below the rectangle are equal with and without the shift.
    const page = join(plain(WIDTH, 60), rows(440));
    const blank = await compare(page, insert(page, rows(40, 2), 0), { ignore: [box(0, 40)] });
    expect(blank).toMatchObject({ shiftedBy: 40, pixels: 0, regions: [] });

    // The rows that the banner moved out of the rectangle count.
    const changed = paint(after, { x: 8, y: 50, width: 4, height: 4 });
    const { regions } = await compare(before, changed, { ignore: [box(0, 40)] });
    expect(regions).toEqual([{ x: 8, y: 50, width: 4, height: 4, pixels: 16 }]);
  });

  it("A banner is found below an ignored area, and above and inside it.", async () => {
    const before = join(rows(40, 3), rows(460));
    const ignore = [box(0, 40)];
    for (const top of [rows(40, 3), rows(40, 4)]) {
      // With the second top, the content of the ignored area changed as well.
      const after = join(top, rows(25, 5), rows(460));
      const { shiftedBy, regions } = await compare(before, after, { ignore });
      expect(shiftedBy).toBe(25);
      expect(regions).toEqual([{ ...box(40, 25), pixels: 25 * WIDTH }]);
    }
    const above = join(rows(25, 5), rows(40, 3), rows(460));
    const shifted = await compare(before, above, { ignore });
    expect(shifted).toMatchObject({ shiftedBy: 25, pixels: 0 });
    const inside = join(rows(20, 3), rows(20, 6), rows(460));
    expect(await compare(before, inside, { ignore })).toMatchObject({ pixels: 0 });
  });

  it("An ignored area in the middle that grows or shrinks hides no row around it and reports none.", async () => {
    const [top, bottom] = [rows(200), rows(400, 2)];
    const before = join(top, rows(100, 3), bottom);
    const ignore = [box(200, 100)];
    const page = (area: DecodedImage) => join(top, area, bottom);

    // The new rows are above the end of the rectangle.
    const grown = await compare(before, page(join(rows(30, 4), rows(100, 3))), { ignore });
    expect(grown).toMatchObject({ shiftedBy: 30, pixels: 0 });
    // The content now ends below the rectangle.
    const beyond = await compare(before, page(rows(130, 5)), { ignore });
    expect(beyond).toMatchObject({ shiftedBy: 30, regions: [box(300, 30)] });
    const shrunk = await compare(before, page(rows(70, 6)), { ignore });
    expect(shrunk).toMatchObject({ shiftedBy: -30, pixels: 0, regions: [] });

    for (const area of [rows(130, 5), rows(70, 6)]) {
      const spot = { x: 20, y: 400, width: 6, height: 6 };
      const { regions } = await compare(before, paint(page(area), spot), { ignore });
      expect(regions.find(({ y }) => y === 400)).toEqual({ ...spot, pixels: 36 });
    }
  });

  it("Rows that were removed below an ignored area are reported, and removed rows of the area are not.", async () => {
    const before = join(rows(40, 3), rows(500));
    const removed = join(rows(40, 4), rows(500));
    const without = (from: number, count: number): DecodedImage => {
      const [start, end] = [from * WIDTH * 3, (from + count) * WIDTH * 3];
      const pixels = concat([removed.pixels.subarray(0, start), removed.pixels.subarray(end)]);
      return { ...removed, heightPx: removed.heightPx - count, pixels };
    };
    const below = await compare(before, without(40, 30), { ignore: [box(0, 40)] });
    expect(below).toMatchObject({ shiftedBy: -30, pixels: 30 * WIDTH, regions: [box(40, 1)] });
    const inside = await compare(before, without(5, 30), { ignore: [box(0, 40)] });
    expect(inside).toMatchObject({ shiftedBy: -30, pixels: 0 });
  });

  it("A removed banner is confirmed by the same comparison, even if its first row looks like the row below it.", async () => {
    const blank = { x: 0, y: 0, width: 90, height: 4 };
    const content = insert(noise({ widthPx: 90, heightPx: 300, channels: 3 }), plain(90, 40), 0);
    const banner = paint(plain(90, 36), { ...blank, y: 16 });
    // Differs from the content by less than the threshold.
    banner.pixels.fill(199, 0, 90 * 16 * 3);
    const withBanner = insert(content, banner, 0);
    const first = await compare(withBanner, content);

    const { pixels, shiftedBy } = await compare(withBanner, content, { within: first.mask });

    expect(shiftedBy).toBe(-36);
    expect(pixels).toBe(first.pixels);
    expect(pixels).toBeGreaterThan(0);
    const unconfirmed = await compare(withBanner, withBanner, { within: first.mask });
    expect(unconfirmed.pixels).toBe(0);
  });

  it("Images of equal height count an inserted or removed banner once, with regions inside the image.", async () => {
    const page = rows(300);
    const banner = rows(40, 2);
    const cut = (image: DecodedImage): DecodedImage => ({
      ...image,
      heightPx: 300,
      pixels: image.pixels.subarray(0, 300 * WIDTH * 3),
    });
    const withBanner = cut(insert(page, banner, 60));

    const inserted = await compare(page, withBanner);
    const pixels = 40 * WIDTH;
    expect(inserted).toMatchObject({ heightPx: 300, shiftedBy: 40, pixels });
    expect(inserted.regions).toEqual([{ ...box(60, 40), pixels }]);

    // The rows at the lower end are new in the later image, and replace the removed ones.
    const removed = await compare(withBanner, page);
    expect(removed).toMatchObject({ heightPx: 300, shiftedBy: -40, pixels: pixels + WIDTH });
    expect(removed.regions).toEqual([
      { ...box(260, 40), pixels },
      { ...box(60, 1), pixels: WIDTH },
    ]);

    // Below the content, the window shows its background as before, or where the content ended.
    for (const contentPx of [100, 250]) {
      const content = insert(rows(contentPx), plain(WIDTH, 300), contentPx);
      const blank = await compare(cut(insert(content, banner, 20)), cut(content));
      expect(blank).toMatchObject({ heightPx: 300, shiftedBy: -40, pixels });
      expect(blank.regions).toEqual([{ ...box(20, 1), pixels: WIDTH }]);
    }

    // The later page is 10 rows shorter, although it has 40 more rows at the top.
    const { pixels: shorter } = await compare(page, {
      ...cut(insert(page, banner, 0)),
      heightPx: 290,
      pixels: insert(page, banner, 0).pixels.subarray(0, 290 * WIDTH * 3),
    });
    expect(shorter).toBe(50 * WIDTH);
  });
});

describe("Hostile images", () => {
  it("Other requests run after every million decoded and compared pixels.", async () => {
    const image = plain(1_000, 4_000);
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timers.mockRestore());

    const { rows } = await opening(encodePng(image))();
    for await (const _ of rows);
    expect(timers.mock.calls.length).toBeGreaterThanOrEqual(3);
    timers.mockClear();
    const changed = plain(1_000, 4_000);
    changed.pixels.fill(0);
    await compare(image, changed, { antialiasing: true });
    // Two decoded images of four million pixels, and the comparison, which counts differing pixels several times.
    expect(timers.mock.calls.length).toBeGreaterThanOrEqual(2 * 3 + 4 * 4);
  });

  it.each([
    [
      "a grid of separate cells",
      (column: number, row: number) => column % 2 === 0 && row % 2 === 0,
    ],
    ["diagonals whose bounds overlap", (column: number, row: number) => (column + row) % 3 === 0],
    [
      "bars of different heights",
      (column: number, row: number) => column % 2 === 0 && row > column % 7,
    ],
    [
      "random cells",
      (column: number, row: number) => Math.imul(column * 977 + row, 0x9e3779b1) >>> 31 === 0,
    ],
  ])(
    "The regions of %s are found within 5 seconds on the largest canvas.",
    async (_which, isChanged) => {
      const [widthPx, heightPx, cellPx] = [20_000, 5_000, 16];
      const finder = new RegionFinder(widthPx, heightPx);
      for (let row = 0; row < heightPx / cellPx; row += 1)
        for (let column = 0; column < widthPx / cellPx; column += 1)
          if (isChanged(column, row))
            finder.addRun(row * cellPx, column * cellPx, column * cellPx + 1);
      const startedAt = Date.now();
      const regions = finder.regions(50);
      // The clock of a Worker only advances while it waits.
      await scheduler.wait(1);
      expect(Date.now() - startedAt).toBeLessThan(5_000);
      expect(regions.length).toBeLessThanOrEqual(50);
    },
  );
});

describe("Edges that move by a fraction of a pixel", () => {
  const WIDTH = 300;

  /** Draws vertical strokes with exact coverage on a background, each moved by `moved` pixels. */
  function draw(strokes: Stroke[], moved: number): DecodedImage {
    const pixels = new Uint8Array(WIDTH * 40 * 3).fill(BACKGROUND);
    for (const { left, width, top, height } of strokes)
      for (let y = top; y < top + height; y++)
        for (let x = Math.floor(left + moved); x < left + moved + width; x++) {
          const covered = Math.min(x + 1, left + moved + width) - Math.max(x, left + moved);
          const at = (y * WIDTH + x) * 3;
          const value = pixels[at]! + (INK - BACKGROUND) * covered;
          pixels.fill(Math.round(value), at, at + 3);
        }
    return { widthPx: WIDTH, heightPx: 40, channels: 3, pixels };
  }
  type Stroke = { left: number; width: number; top: number; height: number };
  const [BACKGROUND, INK] = [250, 20];

  /** Returns strokes of random widths and distances, like those of glyphs. */
  function strokesOf(random: () => number): Stroke[] {
    const strokes: Stroke[] = [];
    for (let left = 5 + random(); left < WIDTH - 20;) {
      const width = 0.4 + random() * 2.6;
      strokes.push({ left, width, top: 10, height: 12 });
      left += width + 2.5 + random() * 5;
    }
    return strokes;
  }

  it("Strokes that move by 0.1 to 0.9 pixels are no change, and a whole pixel is one.", async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = randomOf(seed);
      const strokes = strokesOf(random);
      const before = draw(strokes, 0);
      for (const moved of [0.1 + random() * 0.8, -(0.1 + random() * 0.8)]) {
        const { pixels } = await compare(before, draw(strokes, moved));
        expect(pixels, `seed ${seed}, ${moved} px`).toBe(0);
      }
      expect((await compare(before, draw(strokes, 1))).pixels).toBeGreaterThan(100);
    }
  });

  it("Strokes that appear, disappear, grow or change their height are found while the others move.", async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = randomOf(seed);
      const strokes = strokesOf(random);
      const before = draw(strokes, 0);
      const at = 1 + Math.floor(random() * (strokes.length - 2));
      const stroke = strokes[at]!;
      const moved = random() * 0.9;
      const changes = [
        strokes.toSpliced(at, 1),
        strokes.toSpliced(at, 1, { ...stroke, width: stroke.width + 1.6 + random() }),
        strokes.toSpliced(at, 1, { ...stroke, height: stroke.height + 2 }),
        [...strokes, { left: stroke.left + stroke.width + 0.5, width: 2, top: 14, height: 3 }],
      ];
      for (const [i, changed] of changes.entries()) {
        const { pixels, regions } = await compare(before, draw(changed, moved));
        expect(pixels, `seed ${seed}, change ${i}`).toBeGreaterThan(0);
        const isNear = regions.some(
          ({ x, width }) => x < stroke.left + 8 && x + width > stroke.left - 4,
        );
        expect(isNear, `seed ${seed}, change ${i}`).toBe(true);
      }
    }
  });

  it("The rectangles that were painted are found, however thin and wherever they are.", async () => {
    for (let seed = 1; seed <= 30; seed++) {
      const random = randomOf(seed);
      const size = (max: number) => 1 + Math.floor(random() * max);
      const [width, height] = [size(40), size(4)];
      const box = { x: size(WIDTH - width) - 1, y: size(36), width, height };
      const before = seed % 2 === 0 ? plain(WIDTH, 40) : draw(strokesOf(random), 0);
      const { regions, pixels } = await compare(before, paint(before, box));
      const expected = pixelmatch(
        rgbaOf(before),
        rgbaOf(paint(before, box)),
        undefined,
        WIDTH,
        40,
        {
          checkerboard: false,
        },
      );
      expect(pixels, `seed ${seed}`).toBe(expected);
      if (seed % 2 === 0) expect(regions).toEqual([{ ...box, pixels: width * height }]);
    }
  });
});

describe("cropPng", () => {
  it("The rows of an image are cut out, and none outside the image.", async () => {
    for (const channels of [3, 4] as const) {
      const image = noise({ widthPx: 50, heightPx: 300, channels });
      const open = () => opening(encodePng(image, [0, 1, 2, 3, 4]))();
      for (const [top, height] of [
        [0, 300],
        [130, 100],
        [250, 100],
      ] as const) {
        const cropped = await cropPng(await open(), { top, height });
        const png = decodePng(await collect(cropped!));
        const rows = Math.min(height, 300 - top);
        expect(png).toMatchObject({ widthPx: 50, heightPx: rows });
        expect(png.pixels).toEqual(rgbaOf(image).subarray(top * 200, (top + rows) * 200));
      }
      expect(await cropPng(await open(), { top: 300, height: 10 })).toBeUndefined();
    }
  });

  it("The rows of a diff image have the colours of its palette.", async () => {
    const before = plain(60, 200);
    const files = [before, paint(before, { x: 20, y: 130, width: 5, height: 5 })].map((image) =>
      encodePng(image),
    );
    const comparison = await compareImages(opening(files[0]!), opening(files[1]!), OPTIONS);
    const diff = await collect(drawDiff(opening(files[1]!), comparison));

    const cropped = await cropPng(await opening(diff)(), { top: 120, height: 20 });

    const { pixels } = decodePng(await collect(cropped!));
    const expected = rgbaOf(decodePng(diff)).subarray(120 * 240, 140 * 240);
    expect(pixels).toEqual(expected);
  });
});

describe("drawDiff", () => {
  it("The diff image of a large canvas, of which no greys are kept, is the same.", async () => {
    const before = noise({ widthPx: 60, heightPx: 200, channels: 4 });
    const after = paint(before, { x: 20, y: 130, width: 5, height: 5 });
    const files = [encodePng(before), encodePng(after)] as const;
    const comparison = await compareImages(opening(files[0]), opening(files[1]), OPTIONS);
    const { greys, ...large } = comparison;

    expect(greys).toHaveLength(60 * 200);
    const kept = await collect(drawDiff(opening(files[1]), comparison));
    expect(await collect(drawDiff(opening(files[1]), large))).toEqual(kept);
  });

  it("The diff image shows changed pixels in colour, regions outlined, and the rest dimmed.", async () => {
    const before = plain(60, 200);
    const after = paint(before, { x: 20, y: 130, width: 5, height: 5 });
    const files = [encodePng(before), encodePng(after)] as const;
    const comparison = await compareImages(opening(files[0]), opening(files[1]), OPTIONS);

    const diff = decodePng(await collect(drawDiff(opening(files[1]), comparison)));

    expect(diff).toMatchObject({ widthPx: 60, heightPx: 200, channels: 3 });
    const at = (x: number, y: number) => [...diff.pixels.subarray((y * 60 + x) * 3).subarray(0, 3)];
    expect(at(22, 132)).toEqual([213, 94, 0]);
    expect(at(19, 132)).toEqual([0, 114, 178]);
    expect(at(5, 5)).toEqual([at(5, 5)[0], at(5, 5)[0], at(5, 5)[0]]);
  });
});

async function compare(
  before: DecodedImage,
  after: DecodedImage,
  options: Partial<CompareOptions> = {},
  filters: [number[], number[]] = [
    [0, 1, 2, 3, 4],
    [0, 1, 2, 3, 4],
  ],
) {
  return compareImages(
    opening(encodePng(before, filters[0])),
    opening(encodePng(after, filters[1])),
    { ...OPTIONS, ...options },
  );
}

function opening(file: Uint8Array<ArrayBuffer>) {
  return () => openPngRows(new Blob([file]).stream() as ReadableStream<Uint8Array>);
}

/** The bytes of a chunk are valid until the next chunk. */
async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const copies: Uint8Array[] = [];
  for await (const piece of pieces) copies.push(piece.slice());
  return concat(copies);
}

function rgbaOf(image: DecodedImage): Uint8Array {
  return image.channels === 4 ? image.pixels : withOpaqueAlpha(image).pixels;
}

/** Returns a generator of numbers from 0 to 1 that repeats with its seed. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function plain(widthPx: number, heightPx: number): DecodedImage {
  const pixels = new Uint8Array(widthPx * heightPx * 3).fill(200);
  return { widthPx, heightPx, channels: 3, pixels };
}

function paint(image: DecodedImage, box: { x: number; y: number; width: number; height: number }) {
  const pixels = image.pixels.slice();
  for (let y = box.y; y < box.y + box.height; y++) {
    const at = (y * image.widthPx + box.x) * image.channels;
    pixels.fill(0, at, at + box.width * image.channels);
  }
  return { ...image, pixels };
}

function insert(image: DecodedImage, rows: DecodedImage, y: number): DecodedImage {
  const at = y * image.widthPx * image.channels;
  const pixels = concat([image.pixels.subarray(0, at), rows.pixels, image.pixels.subarray(at)]);
  return { ...image, heightPx: image.heightPx + rows.heightPx, pixels };
}

/** Returns smooth RGBA content with soft edges, which triggers the detection of anti-aliasing. */
function blurredNoise(widthPx: number, heightPx: number, seed: number, moved = 0): DecodedImage {
  const pixels = new Uint8Array(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const value = 127 + 127 * Math.sin((x + y * 3 + moved) / 2 + seed) * Math.cos(y / 7);
      pixels.fill(value, (y * widthPx + x) * 4, (y * widthPx + x) * 4 + 3);
      pixels[(y * widthPx + x) * 4 + 3] = 255;
    }
  }
  return { widthPx, heightPx, channels: 4, pixels };
}
