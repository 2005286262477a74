// Fair scheduling of queued captures: accounts take turns, independently of batch sizes and of the message order.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { QueuedCapture } from "../../../src/contract/queued-capture.ts";
import { ServiceError } from "../../../src/contract/errors.ts";
import type { Context } from "../../../src/domain/context.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { fakeRender } from "../../support/fake-render.ts";
import { ACKNOWLEDGED, deliver, fakeQueue } from "../../support/queue.ts";
import { findRecord, recordsOf, usedCredits } from "../../support/records.ts";

/** Creates a fake queue for batches of several accounts. `rendered` lists the captured pages in order. */
function createQueue() {
  const { messages, queues } = fakeQueue();
  const rendered: string[] = [];
  const { render } = fakeRender();
  const overrides: Partial<Context> = {
    render: async (request, ...rest) => {
      const { source } = request;
      rendered.push(source.kind === "url" ? new URL(source.url).pathname.slice(1) : "");
      return render(request, ...rest);
    },
  };
  const accept = async (name: string, count: number, options: object = {}) => {
    const account = await seedAccount();
    const urls = Array.from({ length: count }, (_, i) => `https://example.com/${name}${i}`);
    const api = createApi({ queues });
    const response = await api.post("/v1/capture/batch", { urls, options }, { key: account.key });
    expect(response.status).toBe(201);
    return { ...account, api, messages: messages.splice(0) };
  };
  return { accept, rendered, overrides };
}

/** Delivers all messages in order and appends retried messages to the end. Returns the number of deliveries. */
async function deliverAll(messages: QueuedCapture[], overrides: Partial<Context>): Promise<number> {
  const queue = messages.map((message) => ({ message, delivery: 1 }));
  let deliveries = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    deliveries += 1;
    const { message, delivery } = next;
    const result = await deliver(message, overrides, { delivery });
    if (result !== ACKNOWLEDGED) queue.push({ message, delivery: delivery + 1 });
    if (deliveries > 10 * messages.length)
      throw new Error("The consumer retried the messages too often.");
  }
  return deliveries;
}

describe("A large batch does not delay other accounts.", () => {
  it("A small batch of another account is captured in between, and both batches complete.", async () => {
    const { accept, rendered, overrides } = createQueue();
    const many = await accept("many", 20);
    const few = await accept("few", 2);

    const deliveries = await deliverAll([...many.messages, ...few.messages], overrides);

    expect(rendered.slice(0, 5)).toEqual(["many0", "few0", "many2", "few1", "many4"]);
    expect(rendered).toHaveLength(22);
    expect(new Set(rendered).size).toBe(22);
    // Each capture that starts before its own message causes one additional delivery.
    expect(deliveries).toBe(24);
    for (const { accountId } of [many, few]) {
      const records = await recordsOf(accountId);
      expect(records.every(({ status }) => status === "completed")).toBe(true);
      expect(await usedCredits(accountId)).toBe(records.length);
    }
  });

  it("Three accounts with queued captures take turns.", async () => {
    const { accept, rendered, overrides } = createQueue();
    const batches = [await accept("a", 12), await accept("b", 4), await accept("c", 4)];
    await deliverAll(
      batches.flatMap(({ messages }) => messages),
      overrides,
    );
    // Batches that were accepted in the same millisecond have no order.
    const turnsOf = (round: number) => rendered.slice(round * 3, round * 3 + 3);
    for (const round of [0, 1, 2, 3])
      expect(
        turnsOf(round)
          .map((name) => name.charAt(0))
          .toSorted(),
      ).toEqual(["a", "b", "c"]);
    expect(new Set(rendered).size).toBe(20);
  });

  it("The only account in the queue needs no extra deliveries.", async () => {
    const { accept, overrides } = createQueue();
    const { messages } = await accept("a", 8);
    expect(await deliverAll(messages, overrides)).toBe(8);
  });
});

describe("A message may start the capture of another account.", () => {
  it("A capture uses the options and secrets of its batch when the message of another account starts it.", async () => {
    const { accept } = createQueue();
    const many = await accept("many", 2);
    await accept("few", 1, { delay: 7, headers: { Authorization: "hush" } });
    const { render, requests } = fakeRender();
    for (const message of many.messages) await deliver(message, { render });
    expect(requests[1]).toMatchObject({
      source: { url: "https://example.com/few0" },
      options: { delay: 7, headers: { Authorization: "hush" } },
    });
  });

  it("A failed capture is retried by its own message when the message of another account started it.", async () => {
    const { accept } = createQueue();
    const many = await accept("many", 3);
    const few = await accept("few", 1);
    const failing: Partial<Context> = {
      render: async () => {
        throw new ServiceError("render_failed", { retryAfterSeconds: 1 });
      },
    };
    await deliver(many.messages[0], fakeRender());
    expect(await deliver(many.messages[1], failing)).toBe(1);
    expect(await findRecord(few.messages[0]!.screenshotId)).toMatchObject({
      status: "pending",
      attempts: 1,
    });
    expect(await deliver(many.messages[2], fakeRender())).toBe(ACKNOWLEDGED);
    expect(await deliver(few.messages[0], fakeRender())).toBe(ACKNOWLEDGED);
    expect(await findRecord(few.messages[0]!.screenshotId)).toMatchObject({ status: "completed" });
  });

  it("A message never starts a deleted capture of another account.", async () => {
    const { accept, rendered, overrides } = createQueue();
    const many = await accept("many", 2);
    const few = await accept("few", 1);
    const path = `/v1/screenshots/${few.messages[0]!.screenshotId}`;
    expect((await few.api.send("DELETE", path, { key: few.key })).status).toBe(200);
    for (const message of many.messages)
      expect(await deliver(message, overrides)).toBe(ACKNOWLEDGED);
    expect(rendered).toEqual(["many0", "many1"]);
  });

  it("A message that was delivered 21 times starts only its own capture.", async () => {
    const { accept, rendered, overrides } = createQueue();
    const many = await accept("many", 2);
    await accept("few", 1);
    await deliver(many.messages[0], overrides);
    expect(await deliver(many.messages[1], overrides, { delivery: 21 })).toBe(ACKNOWLEDGED);
    expect(rendered).toEqual(["many0", "many1"]);
  });

  it("A capture that several concurrent messages select starts once.", async () => {
    const { accept, rendered, overrides } = createQueue();
    const many = await accept("many", 6);
    const few = await accept("few", 1);
    await deliver(many.messages[0], overrides);
    await Promise.all(many.messages.slice(1).map((message) => deliver(message, overrides)));
    expect(rendered.filter((name) => name === "few0")).toHaveLength(1);
    expect(await findRecord(few.messages[0]!.screenshotId)).toMatchObject({ attempts: 1 });
    expect(
      await env.DB.prepare("SELECT count(*) AS n FROM screenshots WHERE account_id = ?")
        .bind(many.accountId)
        .first("n"),
    ).toBe(6);
  });
});
