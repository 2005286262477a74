// The storage counter of an account equals the bytes of its images after concurrent captures, deletions and sweeps.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { expireImages } from "../../../src/domain/screenshots/maintenance/expire-images.ts";
import { sweepLostCaptures } from "../../../src/domain/screenshots/maintenance/sweep.ts";
import { createImageStore } from "../../../src/storage/images.ts";
import { wire } from "../../../src/wiring.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { fakeRender, streamOf } from "../../support/fake-render.ts";
import { recordsOf, storageUsedBytes, usedCredits } from "../../support/records.ts";

const url = "https://example.com/";
const DAY_MS = 24 * 60 * 60 * 1000;
const SHAPES = ["by_format", "json", "empty"];

/** Renders bodies of increasing length within 0 to 4 ms. Every seventh is a stream, every ninth rendering fails. */
function variedRender() {
  let count = 0;
  const render: ReturnType<typeof fakeRender>["render"] = async (...request) => {
    const number = count++;
    await scheduler.wait(number % 5);
    if (number % 9 === 4) throw new Error("The browser closed.");
    const size = 1_000 + number * 37;
    const body = number % 7 === 3 ? streamOf(size) : new Uint8Array(size);
    return fakeRender({ body }).render(...request);
  };
  return render;
}

/** Returns the bytes according to the records, the bucket and the counter of the account. */
async function bytesOf(accountId: string) {
  const records = await recordsOf(accountId);
  const completed = records.filter(
    (record) => record["status"] === "completed" && record["image_key"] && !record["deleted_at"],
  );
  const images = await Promise.all(
    records.map(async (record) => env.IMAGES.head(String(record["image_key"]))),
  );
  return {
    recorded: completed.reduce((sum, record) => sum + Number(record["file_size"]), 0),
    stored: images.reduce((sum, image) => sum + (image?.size ?? 0), 0),
    used: await storageUsedBytes(accountId),
  };
}

it.each([1, 2, 3])(
  "Storage stays exact during concurrent captures, deletions, sweeps and expiry (run %i).",
  async (run) => {
    const { key, accountId } = await seedAccount({ requestsPerMinute: 10_000, retentionDays: 1 });
    const api = createApi({ render: variedRender() });
    const remove = async (id: unknown) => api.send("DELETE", `/v1/screenshots/${id}`, { key });
    const wired = wire(env, createExecutionContext(), () => undefined);
    const ctxIn = (ms: number) => ({ ...wired, clock: () => new Date(Date.now() + ms) });
    const capture = async (number: number) => {
      const options = { response_type: SHAPES[(number + run) % 3] };
      const response = await api.post("/v1/capture", { url, options }, { key });
      // The file is returned before its image is stored, so this may delete the record first.
      const id = response.headers.get("X-Screenshot-Id");
      await response.arrayBuffer();
      if (id !== null && number % 3 === 0) await Promise.all([remove(id), remove(id)]);
    };
    const captures = { finished: false };
    /** Deletes, expires and sweeps records until all captures have finished. */
    const disturb = async () => {
      for (let round = 0; !captures.finished; round++) {
        await scheduler.wait(20);
        const records = await recordsOf(accountId);
        const selected = records.filter((_, i) => i % 6 === round % 6).slice(0, 4);
        await Promise.all([
          ...selected.map(async ({ id }) => remove(id)),
          expireImages(ctxIn(round % 4 === 1 ? DAY_MS : 0)),
          sweepLostCaptures(ctxIn(round % 4 === 3 ? 180_000 : 0)),
        ]);
      }
    };

    const disturbed = disturb();
    for (let number = 0; number < 96; number += 12)
      await Promise.all(Array.from({ length: 12 }, async (_, i) => capture(number + i)));
    captures.finished = true;
    await disturbed;
    await api.settled();

    const { recorded, stored, used } = await bytesOf(accountId);
    expect(used).toBe(recorded);
    expect(stored).toBe(recorded);
    const records = await recordsOf(accountId);
    expect(await usedCredits(accountId)).toBe(
      records.filter(({ status }) => status === "completed").length,
    );
    expect(records.filter(({ status }) => status === "processing")).toEqual([]);
    // Each kind of result occurred.
    const outcomeColumns = ["image_key", "image_expired_at", "deleted_at", "error_code"];
    expect(outcomeColumns.filter((column) => !records.some((record) => record[column]))).toEqual(
      [],
    );

    await Promise.all(records.map(async ({ id }) => remove(id)));
    expect(await bytesOf(accountId)).toEqual({ recorded: 0, stored: 0, used: 0 });
  },
);

it("A capture whose image cannot be stored is neither counted nor charged.", async () => {
  const { key, accountId } = await seedAccount({ requestsPerMinute: 10_000 });
  const images = createImageStore(env.IMAGES);
  let puts = 0;
  const api = createApi({
    render: variedRender(),
    images: {
      ...images,
      put: async (...image) =>
        puts++ % 2 === 0 ? Promise.reject(new Error("R2 is down.")) : images.put(...image),
    },
  });
  await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      api.post("/v1/capture", { url, options: { response_type: SHAPES[number % 3] } }, { key }),
    ),
  );
  await api.settled();
  const { recorded, stored, used } = await bytesOf(accountId);
  expect(recorded).toBeGreaterThan(0);
  expect([stored, used]).toEqual([recorded, recorded]);
  const completed = (await recordsOf(accountId)).filter(({ status }) => status === "completed");
  expect(await usedCredits(accountId)).toBe(completed.length);
});
