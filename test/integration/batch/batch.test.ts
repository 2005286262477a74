// POST /v1/capture/batch: response, charges, records and queue messages.
import { describe, expect, it } from "vitest";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError, expectRateHeaders } from "../../support/expectations.ts";
import { guards } from "../../support/guards.ts";
import { fakeQueue } from "../../support/queue.ts";
import { recordsOf, usedCredits } from "../../support/records.ts";

const path = "/v1/capture/batch";

type Answer = {
  data: { _id: string; url: string; status: string; createdAt: string }[];
  batchId: string;
};

function urlsOf(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `https://example.com/${i}`);
}

describe("The batch endpoint accepts valid batches.", () => {
  it("The batch endpoint returns a pending record for each URL, in order, and the remaining credits.", async () => {
    const { key, accountId } = await seedAccount({ plan: "free", used: 10 });
    const { queues, messages } = fakeQueue();
    const urls = urlsOf(3);

    const response = await createApi({ queues }).post(path, { urls }, { key });

    expect(response.status).toBe(201);
    expectRateHeaders(response);
    const body = await response.json<Answer>();
    expect(body).toEqual({
      success: true,
      data: urls.map((url) => ({
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        url,
        status: "pending",
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      })),
      batchId: expect.stringMatching(/^[0-9a-f]{24}$/),
      count: 3,
      succeededCount: 3,
      failedCount: 0,
      remainingCredits: 87,
    });
    expect(await usedCredits(accountId)).toBe(13);
    expect(await recordsOf(accountId)).toHaveLength(3);
    expect(messages.map(({ screenshotId }) => screenshotId)).toEqual(
      body.data.map(({ _id }) => _id),
    );
  });

  it.each([1, 50])("The batch endpoint accepts %i URLs, including duplicates.", async (count) => {
    const { key, accountId } = await seedAccount();
    const { queues, messages } = fakeQueue();
    const urls = urlsOf(count).map((url, i) => (i === 1 ? "https://example.com/0" : url));

    const response = await createApi({ queues }).post(path, { urls }, { key });

    expect(await response.json()).toMatchObject({ count, succeededCount: count });
    expect(messages).toHaveLength(count);
    expect(await usedCredits(accountId)).toBe(count);
    const recorded = (await recordsOf(accountId)).map(({ url }) => String(url));
    expect(recorded.toSorted()).toEqual(urls.toSorted());
  });

  it("The batch id is a field of its records and a filter of the list endpoint.", async () => {
    const { key } = await seedAccount();
    const { queues } = fakeQueue();
    const api = createApi({ queues });
    await api.post(path, { urls: urlsOf(2) }, { key });
    const batch = await (await api.post(path, { urls: urlsOf(3) }, { key })).json<Answer>();
    const { batchId } = batch;
    const id = batch.data[0]?._id;

    const list = await (
      await api.get(`/v1/screenshots?batchId=${batchId}`, { key })
    ).json<{
      data: { _id: string; batchId: string }[];
    }>();
    expect(list.data.map((item) => item.batchId)).toEqual([batchId, batchId, batchId]);
    expect(list).toMatchObject({ pagination: { total: 3 } });
    const record = await (await api.get(`/v1/screenshots/${id}`, { key })).json();
    expect(record).toMatchObject({ data: { _id: id, batchId, status: "pending" } });
    const status = await (await api.get(`/v1/screenshots/${id}/status`, { key })).json();
    expect(status).toMatchObject({ data: { id, batchId, status: "pending", imageUrl: null } });

    const other = await seedAccount();
    const otherList = await api.get(`/v1/screenshots?batchId=${batchId}`, { key: other.key });
    expect(await otherList.json()).toMatchObject({ data: [], pagination: { total: 0 } });
    await expectError(await api.get("/v1/screenshots?batchId=1", { key }), 422, "invalid_options", {
      batchId: "must be the identifier of a batch",
    });
  });

  it("The batch endpoint stores options in the records, and secrets only in the queue message, encrypted.", async () => {
    const { key, accountId } = await seedAccount();
    const { queues, messages } = fakeQueue();
    const secrets = {
      headers: { Authorization: "hush-1" },
      cookies: [{ name: "sid", value: "hush-2" }],
      local_storage: { token: "hush-3" },
      http_auth: { username: "me", password: "hush-4" },
    };

    const body = { urls: urlsOf(2), options: { ...secrets, dark_mode: true } };
    await createApi({ queues }).post(path, body, { key });

    const [record] = await recordsOf(accountId);
    expect(JSON.parse(String(record?.options))).toMatchObject({
      dark_mode: true,
      viewport_width: 1280,
    });
    expect(JSON.stringify(record)).not.toMatch(/hush|sid/);
    expect(messages[0]?.options).toMatchObject({ dark_mode: true, viewport_width: 1280 });
    expect(messages[0]?.secrets).toMatch(/^[A-Za-z0-9+/=]+$/);
    expect(JSON.stringify(messages)).not.toMatch(/hush|sid/);
  });
});

describe("The batch endpoint charges and queues the accepted URLs.", () => {
  it("The batch endpoint refuses a batch when credits cover only part of it.", async () => {
    const { key, accountId } = await seedAccount({ plan: "free", used: 97 });
    const { queues, messages } = fakeQueue();
    const api = createApi({ queues });

    const refusal = await api.post(path, { urls: urlsOf(4) }, { key });

    await expectError(refusal, 402, "usage_limit_exceeded", {
      resource: "screenshots",
      limit: 100,
    });
    expect(await recordsOf(accountId)).toEqual([]);
    expect(messages).toEqual([]);
    expect(await usedCredits(accountId)).toBe(97);
    expect((await api.post(path, { urls: urlsOf(3) }, { key })).status).toBe(201);
    expect(await usedCredits(accountId)).toBe(100);
  });

  it("Concurrent batches never spend more credits than the account has.", async () => {
    const { key, accountId } = await seedAccount({ plan: "free", requestsPerMinute: 1000 });
    const { queues, messages } = fakeQueue();
    const api = createApi({ queues });

    const responses = await Promise.all(
      Array.from({ length: 20 }, () => api.post(path, { urls: urlsOf(30) }, { key })),
    );

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(responses.filter(({ status }) => status === 402)).toHaveLength(17);
    expect(await usedCredits(accountId)).toBe(90);
    expect(await recordsOf(accountId)).toHaveLength(90);
    expect(messages).toHaveLength(90);
  });

  it("The batch endpoint fails and refunds the URLs that the queue rejects.", async () => {
    const { key, accountId } = await seedAccount({ plan: "free" });
    const { queues, state } = fakeQueue();
    state.refuse = true;
    const api = createApi({ queues });

    const response = await api.post(path, { urls: urlsOf(5) }, { key });

    expect(response.status).toBe(201);
    const body = await response.json<Answer>();
    expect(body).toMatchObject({
      count: 5,
      succeededCount: 0,
      failedCount: 5,
      remainingCredits: 100,
    });
    expect(body.data.map(({ status }) => status)).toEqual(Array(5).fill("failed"));
    expect(await usedCredits(accountId)).toBe(0);
    const record = await api.get(`/v1/screenshots/${body.data[0]?._id}`, { key });
    expect(await record.json()).toMatchObject({
      data: {
        status: "failed",
        errorMessage: "The capture could not be queued and has been refunded. Request it again.",
      },
    });
  });

  it("The batch endpoint rejects options that are too large for a queue message.", async () => {
    const { key, accountId } = await seedAccount({ plan: "free" });
    const { queues, messages } = fakeQueue();
    const options = { styles: "s".repeat(100 * 1024), scripts: "s".repeat(50 * 1024) };

    const response = await createApi({ queues }).post(path, { urls: urlsOf(2), options }, { key });

    await expectError(response, 422, "invalid_options", {
      options: "must take at most 128 KB in a batch",
    });
    expect(messages).toEqual([]);
    expect(await usedCredits(accountId)).toBe(0);
    expect(await recordsOf(accountId)).toEqual([]);
  });

  it("The batch endpoint sends large messages in several queue batches.", async () => {
    const { key } = await seedAccount();
    const { queues, batchSizes } = fakeQueue();
    const options = { styles: "s".repeat(60_000) };
    const response = await createApi({ queues }).post(path, { urls: urlsOf(10), options }, { key });
    expect(await response.json()).toMatchObject({ succeededCount: 10, failedCount: 0 });
    expect(batchSizes).toEqual([4, 4, 2]);
  });
});

guards({ method: "POST", path, refused: ["GET", "PUT", "DELETE", "HEAD"], allow: "POST" });
