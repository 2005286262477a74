// The consumer of the capture queue, with fake rendering: results, retries and refunds.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../src/contract/errors.ts";
import { QUEUED_CAPTURE_SECRETS } from "../../../src/contract/queued-capture.ts";
import type { Fields } from "../../../src/lib/log.ts";
import { wire } from "../../../src/wiring.ts";
import { type AccountSettings, seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { failingRender, imageBytes, fakeRender } from "../../support/fake-render.ts";
import {
  ACKNOWLEDGED,
  deliver,
  deliverDead,
  fakeQueue,
  type ContextOverrides,
} from "../../support/queue.ts";
import { findRecord, recordsOf, storageUsedBytes, usedCredits } from "../../support/records.ts";

/** Creates an account with one batch. Its messages are not delivered. */
async function acceptBatch(urls: string[], options: object = {}, account: AccountSettings = {}) {
  const { key, accountId } = await seedAccount(account);
  const { messages, queues } = fakeQueue();
  const api = createApi({ queues });
  const response = await api.post("/v1/capture/batch", { urls, options }, { key });
  expect(response.status).toBe(201);
  const { batchId } = await response.json<{ batchId: string }>();
  return { key, accountId, api, batchId, messages: messages };
}

async function acceptOne(options: object = {}) {
  const batch = await acceptBatch(["https://example.com/page"], options);
  const message = batch.messages[0]!;
  const record = async () => (await findRecord(message.screenshotId))!;
  return { ...batch, message, record };
}

const noBrowser = failingRender(new ServiceError("service_unavailable", { retryAfterSeconds: 3 }));
const crash = failingRender(new ServiceError("render_failed", { retryAfterSeconds: 1 }));

describe("The consumer processes each message.", () => {
  it("A capture that starts after others of its batch filled the storage fails and is refunded.", async () => {
    const urls = ["https://example.com/a", "https://example.com/b"];
    const { accountId, messages } = await acceptBatch(urls, {}, { storageBytes: 1 });
    const { render, requests } = fakeRender();
    for (const message of messages) expect(await deliver(message, { render })).toBe(ACKNOWLEDGED);

    expect(requests).toHaveLength(1);
    expect(await findRecord(messages[1]!.screenshotId)).toMatchObject({
      status: "failed",
      error_code: "usage_limit_exceeded",
    });
    expect(await usedCredits(accountId)).toBe(1);
    expect(await storageUsedBytes(accountId)).toBe(imageBytes.byteLength);
  });

  it("The consumer renders and stores a capture, counts its bytes and acknowledges the message.", async () => {
    const { accountId, message, record, api, key } = await acceptOne({ format: "jpeg" });
    const { render, requests } = fakeRender();
    const lines: Fields[] = [];

    expect(await deliver(message, { render }, { lines })).toBe(ACKNOWLEDGED);

    expect(requests).toMatchObject([
      {
        source: { kind: "url", url: "https://example.com/page" },
        options: { format: "jpeg" },
        timeoutMs: 60_000,
      },
    ]);
    expect(await record()).toMatchObject({
      status: "completed",
      attempts: 1,
      file_size: imageBytes.byteLength,
      http_status: 200,
    });
    const response = await api.get(`/v1/screenshots/${message.screenshotId}`, { key });
    const { data } = await response.json<{ data: { imageUrl: string } }>();
    expect(data.imageUrl).toMatch(/\.jpg$/);
    expect(new Uint8Array(await (await api.get(data.imageUrl)).arrayBuffer())).toEqual(imageBytes);
    expect(await usedCredits(accountId)).toBe(1);
    expect(await storageUsedBytes(accountId)).toBe(imageBytes.byteLength);
    expect(lines).toMatchObject([
      { queue: "edgeshot-captures", delivery: 1, accountId, outcome: "completed", attempt: 1 },
    ]);
  });

  it("The consumer uses the options and secrets of the request, even when the record was updated later.", async () => {
    const { message, api, key } = await acceptOne({ delay: 5, headers: { Authorization: "hush" } });
    await api.send("PUT", `/v1/screenshots/${message.screenshotId}`, {
      key,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ options: { delay: 9000 } }),
    });
    const { render, requests } = fakeRender();
    const lines: Fields[] = [];

    await deliver(message, { render }, { lines });

    expect(requests[0]?.options).toMatchObject({ delay: 5, headers: { Authorization: "hush" } });
    expect(JSON.stringify(lines)).not.toContain("hush");
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["text", "hello"],
    ["an object with an invalid id", { screenshotId: "' OR 1=1", options: {} }],
    ["an object with invalid options", { screenshotId: "0".repeat(24), options: { delay: -1 } }],
  ])("The consumer acknowledges a malformed message: %s.", async (_case, body) => {
    const { render, requests } = fakeRender();
    const lines: Fields[] = [];
    expect(await deliver(body, { render }, { lines })).toBe(ACKNOWLEDGED);
    expect(requests).toEqual([]);
    expect(lines).toMatchObject([{ outcome: "malformed" }]);
  });

  it("The consumer acknowledges a message whose record was deleted.", async () => {
    const { message, accountId } = await acceptOne();
    await env.DB.prepare("DELETE FROM accounts WHERE id = ?").bind(accountId).run();
    const { render, requests } = fakeRender();
    expect(await deliver(message, { render })).toBe(ACKNOWLEDGED);
    expect(requests).toEqual([]);
  });

  it("A capture whose secrets cannot be decrypted fails and is refunded.", async () => {
    const { message, record, accountId } = await acceptOne({ headers: { Authorization: "hush" } });
    const { render, requests } = fakeRender();
    const forged = { ...message, secrets: `${message.secrets?.slice(0, -8)}AAAAAAA=` };
    expect(await deliver(forged, { render })).toBe(ACKNOWLEDGED);
    expect(requests).toEqual([]);
    expect(await record()).toMatchObject({ status: "failed", error_code: "internal_error" });
    expect(await usedCredits(accountId)).toBe(0);
  });
});

describe("Stored options that a later rule refuses fail the capture.", () => {
  it("A sealed cookie with a domain that no host can have is named, and the capture is refunded.", async () => {
    const { message, record, accountId } = await acceptOne();
    const { secretBox } = wire(env, createExecutionContext(), () => {});
    const cookies = [{ name: "a", value: "s3cret", domain: "example.com/path" }];
    const secrets = await secretBox.seal(QUEUED_CAPTURE_SECRETS, JSON.stringify({ cookies }));
    const { render, requests } = fakeRender();
    expect(await deliver({ ...message, secrets }, { render })).toBe(ACKNOWLEDGED);
    expect(requests).toEqual([]);
    const failed = await record();
    expect(failed).toMatchObject({ status: "failed", error_code: "invalid_options", attempts: 1 });
    expect(failed["error_message"]).toContain("options.cookies.0.domain: must be a host name");
    expect(JSON.stringify(failed)).not.toContain("s3cret");
    expect(await usedCredits(accountId)).toBe(0);
  });

  it("A message with an option that is no longer valid fails its capture immediately.", async () => {
    const { message, record, accountId } = await acceptOne();
    const options = { ...message.options, delay: -1 };
    expect(await deliver({ ...message, options }, {})).toBe(ACKNOWLEDGED);
    expect(await record()).toMatchObject({ status: "failed", error_code: "invalid_options" });
    expect(await usedCredits(accountId)).toBe(0);
  });
});

describe("Failures are final or retried.", () => {
  it.each(["host_error", "selector_not_found", "navigation_timeout", "url_not_allowed"] as const)(
    "A capture fails immediately and is refunded when the page causes %s.",
    async (code) => {
      const { message, record, accountId } = await acceptOne();
      expect(await deliver(message, { render: failingRender(new ServiceError(code)) })).toBe(
        ACKNOWLEDGED,
      );
      expect(await record()).toMatchObject({ status: "failed", error_code: code, attempts: 1 });
      expect(await usedCredits(accountId)).toBe(0);
    },
  );

  it("A failed capture keeps the code and the details of its error.", async () => {
    const { message, api, key } = await acceptOne();
    const details = {
      reason: "ERR_NAME_NOT_RESOLVED",
      pending: ["https://example.com/a"],
      status: 7,
    };
    const failure = new ServiceError("host_error", { details });
    await deliver(message, { render: failingRender(failure) });
    const answer = await api.get(`/v1/screenshots/${message.screenshotId}`, { key });
    expect(await answer.json()).toMatchObject({
      data: {
        errorMessage: failure.message,
        error: { code: "host_error", message: failure.message, details },
      },
    });
  });

  it("A failed capture keeps only a few thousand characters of an error that the page made long.", async () => {
    const { message, api, key } = await acceptOne();
    const address = `https://example.com/${"a".repeat(1_900_000)}`;
    const details = { status: 7, pending: [address, address], url: address };
    const failure = new ServiceError("navigation_timeout", { message: address, details });
    await deliver(message, { render: failingRender(failure) });
    const answer = await api.get(`/v1/screenshots/${message.screenshotId}`, { key });
    const body = await answer.text();
    expect(body.length).toBeLessThan(10_000);
    expect(JSON.parse(body)).toMatchObject({
      data: {
        error: {
          code: "navigation_timeout",
          message: expect.stringMatching(/^https:.*a…$/),
          details: { status: 7, pending: [expect.stringMatching(/^https:.*a…$/)] },
        },
      },
    });
  });

  it("A capture whose browser crashes is retried with increasing delays and fails after three attempts.", async () => {
    const { message, record, accountId } = await acceptOne();
    expect(await deliver(message, { render: crash }, { delivery: 1 })).toBe(5);
    expect(await record()).toMatchObject({ status: "pending", image_key: null, attempts: 1 });
    expect(await usedCredits(accountId)).toBe(1);
    expect(await deliver(message, { render: crash }, { delivery: 2 })).toBe(10);
    expect(await deliver(message, { render: crash }, { delivery: 3 })).toBe(ACKNOWLEDGED);
    expect(await record()).toMatchObject({ status: "failed", error_code: "render_failed" });
    expect(await usedCredits(accountId)).toBe(0);
  });

  it("A capture that succeeds on a retry has no error in its record.", async () => {
    const { message, record, accountId } = await acceptOne();
    await deliver(message, { render: crash }, { delivery: 1 });
    expect(await deliver(message, fakeRender(), { delivery: 2 })).toBe(ACKNOWLEDGED);
    expect(await record()).toMatchObject({
      status: "completed",
      attempts: 2,
      error_code: null,
      error_message: null,
    });
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("A capture that finds no free browser is retried without counting an attempt.", async () => {
    const { message, record } = await acceptOne();
    const delays: number[] = [];
    for (const delivery of [1, 2, 3, 4, 5, 6]) {
      delays.push(await deliver(message, { render: noBrowser }, { delivery }));
    }
    expect(delays).toEqual([5, 10, 20, 40, 60, 60]);
    expect(await record()).toMatchObject({ status: "pending", attempts: 0 });
    await deliver(message, fakeRender(), { delivery: 7 });
    expect(await record()).toMatchObject({ status: "completed", attempts: 1 });
  });
});

describe("The dead-letter consumer fails captures.", () => {
  it("A capture in the dead-letter queue fails and is refunded once.", async () => {
    const { messages, accountId } = await acceptBatch(["https://a.example/", "https://b.example/"]);
    expect(await deliverDead(messages[0])).toBe(ACKNOWLEDGED);
    expect(await deliverDead(messages[0])).toBe(ACKNOWLEDGED);
    expect(await findRecord(messages[0]!.screenshotId)).toMatchObject({
      status: "failed",
      error_message: "All attempts failed. The capture has been refunded. Capture the page again.",
    });
    expect(await usedCredits(accountId)).toBe(1);
  });

  it("The dead-letter consumer does not change a completed capture.", async () => {
    const { message, record, accountId } = await acceptOne();
    await deliver(message, fakeRender());
    await deliverDead(message);
    expect(await record()).toMatchObject({ status: "completed" });
    expect(await usedCredits(accountId)).toBe(1);
    expect(await env.IMAGES.head(String((await record())["image_key"]))).not.toBeNull();
  });

  it("The dead-letter consumer acknowledges a malformed message.", async () => {
    expect(await deliverDead("nonsense")).toBe(ACKNOWLEDGED);
  });
});

describe("A deleted capture costs nothing.", () => {
  const remove = async ({ api, key, message }: Awaited<ReturnType<typeof acceptOne>>) =>
    api.send("DELETE", `/v1/screenshots/${message.screenshotId}`, { key });

  it("A capture that is deleted before it starts is refunded and never rendered.", async () => {
    const accepted = await acceptOne();
    expect((await remove(accepted)).status).toBe(200);
    const { render, requests } = fakeRender();
    expect(await deliver(accepted.message, { render })).toBe(ACKNOWLEDGED);
    expect(requests).toEqual([]);
    expect(await accepted.record()).toMatchObject({ status: "failed" });
    expect(await usedCredits(accepted.accountId)).toBe(0);
  });

  it("A queued capture that is deleted while it runs is refunded and leaves no image.", async () => {
    const accepted = await acceptOne();
    const overrides: ContextOverrides = {
      render: async (...request) => {
        await remove(accepted);
        return fakeRender().render(...request);
      },
    };
    expect(await deliver(accepted.message, overrides)).toBe(ACKNOWLEDGED);
    expect(await accepted.record()).toMatchObject({ status: "failed" });
    expect(await usedCredits(accepted.accountId)).toBe(0);
    expect(await env.IMAGES.head(String((await accepted.record())["image_key"]))).toBeNull();
    expect(await storageUsedBytes(accepted.accountId)).toBe(0);
  });
});

describe("A batch finishes once.", () => {
  const findBatch = async (batchId: string) =>
    env.DB.prepare("SELECT ended_at, capture_order FROM batches WHERE id = ?")
      .bind(batchId)
      .first<{ ended_at: number | null; capture_order: string | null }>();

  it("The last capture of a batch finishes the batch once, even when that capture fails.", async () => {
    const { messages, batchId } = await acceptBatch(["https://a.example/", "https://b.example/"]);
    const lines: Fields[] = [];
    await deliver(messages[0], fakeRender(), { lines });
    expect(await findBatch(batchId)).toMatchObject({ ended_at: null });
    await deliver(
      messages[1],
      { render: failingRender(new ServiceError("host_error")) },
      { lines },
    );
    await deliver(messages[1], fakeRender(), { lines });
    expect(lines.flatMap(({ batchesEnded }) => batchesEnded ?? [])).toEqual([batchId]);
    const row = await findBatch(batchId);
    expect(row?.ended_at).toEqual(expect.any(Number));
    // A finished batch needs no messages, so its secrets are deleted.
    expect(row?.capture_order).toBeNull();
  });

  it("A batch finishes once when all of its captures finish at the same time.", async () => {
    const urls = Array.from({ length: 20 }, (_, i) => `https://example.com/${i}`);
    const { messages, accountId } = await acceptBatch(urls);
    const lines: Fields[] = [];
    await Promise.all(messages.map((message) => deliver(message, fakeRender(), { lines })));
    expect(lines.filter(({ batchesEnded }) => batchesEnded !== undefined)).toHaveLength(1);
    expect((await recordsOf(accountId)).every(({ status }) => status === "completed")).toBe(true);
  });
});
