// The thumbnail of a stored image: its content, its size, and its effect on other captures.
import { expect, inject, it } from "vitest";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { captureImage, fileOf } from "../support/capture.ts";
import { BLACK, BLUE, decodeImage, expectColour, GREEN, RED } from "../support/image.ts";
import { freshPath, hitsAt, pageOf } from "../support/pages.ts";
import { storageUsedBytes } from "../support/records.ts";

async function captureWithThumbnail(path: string, options: CaptureOptionsInput = {}) {
  const { key, accountId } = await seedAccount();
  const api = createApi();
  const url = new URL(path, inject("site").origin).href;
  const answer = await api.post("/v1/capture", { url, options }, { key });
  const image = await fileOf(answer);
  await api.settled();
  const id = answer.headers.get("X-Screenshot-Id");
  const record = await api.get(`/v1/screenshots/${id}`, { key });
  const { data } = await record.json<{ data: { thumbnailUrl: string } }>();
  const thumbnail = await api.get(data.thumbnailUrl);
  return { thumbnail, image, accountId };
}

async function thumbnailOf(path: string, options: CaptureOptionsInput = {}) {
  const { thumbnail } = await captureWithThumbnail(path, options);
  expect(thumbnail.headers.get("Content-Type")).toBe("image/jpeg");
  return decodeImage(await fileOf(thumbnail));
}

it.each(["png", "jpeg", "webp", "pdf"] as const)(
  "The thumbnail of a %s shows the page.",
  async (format) => {
    const image = await thumbnailOf("/quarters.html", { format });

    expect(image).toMatchObject({ widthPx: 400, heightPx: 320 });
    expectColour(image, [100, 80], RED);
    expectColour(image, [300, 80], GREEN);
    expectColour(image, [100, 240], BLUE);
    expectColour(image, [300, 240], BLACK);
  },
);

it("The device pixel ratio does not change the size of the thumbnail.", async () => {
  const image = await thumbnailOf("/quarters.html", { device_scale_factor: 2 });

  expect(image).toMatchObject({ widthPx: 400, heightPx: 320 });
  expectColour(image, [300, 240], BLACK);
});

it("The thumbnail of a tall page shows its top.", async () => {
  const image = await thumbnailOf("/bands.html?height=20000", { full_page: true });
  const page = await captureImage("/bands.html?height=1280");

  expect(image).toMatchObject({ widthPx: 400, heightPx: 400 });
  for (const y of [50, 250, 450, 650, 850]) {
    expectColour(image, [200, Math.round(y / 3.2)], page.pixelAt(640, y));
  }
});

it("The screenshot of a tall page does not show changes that the page makes after a resize event.", async () => {
  const path = `/page?html=${encodeURIComponent(
    `<body style="margin:0;height:9000px;background:lime"><script>
       addEventListener("resize", () => { document.body.style.background = "red" });
     </script>`,
  )}`;
  const image = await captureImage(path, { full_page: true });

  for (const y of [100, 4_000, 8_900]) expectColour(image, [640, y], [0, 255, 0, 255]);
});

it("The thumbnail of a scrolled page shows the visible part.", async () => {
  const path = `/page?html=${encodeURIComponent(
    `<body style="margin:0"><div style="height:3000px;background:red"></div><div style="height:3000px;background:blue">
     </div><script>addEventListener("load", () => scrollTo(0, 3000))</script>`,
  )}`;
  expectColour(await thumbnailOf(path), [200, 160], BLUE);
});

it("The thumbnail of a small element has the size of the element.", async () => {
  const html = `<body style="margin:0;background:red"><p id="it" style="position:absolute;left:300px;top:2000px;width:120px;height:80px;background:blue">`;
  const path = `/page?html=${encodeURIComponent(html)}`;
  const image = await thumbnailOf(path, { selector: "#it" });

  expect(image).toMatchObject({ widthPx: 120, heightPx: 80 });
  for (const at of [
    [2, 2],
    [117, 77],
  ] as const)
    expectColour(image, [...at], BLUE);
});

it("The thumbnail of a transparent screenshot is transparent.", async () => {
  const { thumbnail } = await captureWithThumbnail("/transparent.html", { omit_background: true });

  expect(thumbnail.headers.get("Content-Type")).toBe("image/webp");
  const file = await fileOf(thumbnail);
  // The file is an extended WebP with the alpha flag.
  expect(String.fromCharCode(...file.subarray(12, 16))).toBe("VP8X");
  expect(file[20]! & 0x10).toBe(0x10);
});

it("A capture that runs at the same time as another has a thumbnail only when it is a PDF.", async () => {
  const { key } = await seedAccount();
  // The pool of another region has no browsers of earlier tests, so the captures share one browser.
  const vars = { BROWSER_SESSIONS: "1", CAPTURES_PER_SESSION: "2", ACCOUNT_SLOTS: "2" };
  const api = createApi({ vars: { ...vars, REGION: "apac" } });
  const quarters = new URL("/quarters.html", inject("site").origin).href;
  const capture = async (options: CaptureOptionsInput, url = quarters) => {
    const body = { url, options: { response_type: "json" as const, ...options } };
    const answer = await api.post("/v1/capture", body, { key });
    return (await answer.json<{ data: { id: string } }>()).data.id;
  };
  const thumbnailOf = async (id: string) => {
    const record = await api.get(`/v1/screenshots/${id}`, { key });
    return (await record.json<{ data: { thumbnailUrl?: string } }>()).data.thumbnailUrl;
  };
  const [image, release] = [freshPath(), freshPath()];
  const hits = `/__hits?of=${encodeURIComponent(release)}`;
  const page = `<img src="${image}"><script>
    setInterval(async () => {
      const { requests } = await (await fetch("${hits}")).json();
      if (requests > 0) document.body.id = "released";
    }, 100);
  </script>`;
  const long = capture({ wait_for_selector: "#released" }, pageOf(page));
  await expect.poll(async () => (await hitsAt(image)).requests, { timeout: 20_000 }).toBe(1);

  const concurrent = await capture({});
  const pdf = await capture({ format: "pdf" });
  await (await fetch(inject("site").origin + release)).arrayBuffer();
  const last = await long;
  await api.settled();

  expect(await thumbnailOf(concurrent)).toBeUndefined();
  expect(await thumbnailOf(pdf)).toBeDefined();
  expect(await thumbnailOf(last)).toBeDefined();
});

it("The thumbnail does not count towards the storage of the account.", async () => {
  const { image, accountId } = await captureWithThumbnail("/quarters.html");

  expect(await storageUsedBytes(accountId)).toBe(image.byteLength);
});
