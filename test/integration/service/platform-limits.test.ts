// Limits and overloads of D1, R2, Durable Objects and Queues: 503 with Retry-After, in the API and on the pages of the dashboard.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Context } from "../../../src/domain/context.ts";
import { createDatabase } from "../../../src/storage/database.ts";
import { createImageStore } from "../../../src/storage/images.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { recordsOf, usedCredits } from "../../support/records.ts";
import { createMember, createVisitor } from "../../support/visitor.ts";

const url = "https://example.com/";
const DAY_SECONDS = 24 * 60 * 60;

/** Returns a database whose statements all fail with the error. */
function failingDatabase(error: Error): Context["db"] {
  const fail = () => Promise.reject(error);
  const statement = { bind: () => statement, all: fail, run: fail, raw: fail, first: fail };
  // drizzle calls only these methods.
  return createDatabase({ prepare: () => statement, batch: fail } as unknown as D1Database);
}

function failingLimiter(error: Error) {
  const fail = () => Promise.reject(error);
  return { take: fail, takeForKey: fail, cancel: fail, countByKey: fail, countsInMonth: fail };
}

const objectError = (text: string, marks: object) => Object.assign(new Error(text), marks);

const overloads: [part: string, overrides: (error: Error) => Partial<Context>, error: Error][] = [
  [
    "D1",
    (error) => ({ db: failingDatabase(error) }),
    new Error("D1_ERROR: D1 DB is overloaded. Too many requests queued."),
  ],
  [
    "an object",
    (error) => ({ limiter: failingLimiter(error) }),
    objectError("Too many requests.", { overloaded: true }),
  ],
  [
    "an object that restarts",
    (error) => ({ limiter: failingLimiter(error) }),
    objectError("Network connection lost.", { retryable: true }),
  ],
];

const limits: [reason: string, error: Error, maxSeconds: number][] = [
  [
    "daily_limit",
    new Error("D1_ERROR: Your account has exceeded D1's free tier daily row read limit."),
    DAY_SECONDS,
  ],
  ["database_full", new Error("D1_ERROR: Exceeded maximum DB size."), 3_600],
  ["call_limit", new Error("Too many subrequests."), 3_600],
];

async function expectUnavailable(answer: Response, maxSeconds: number, reason?: string) {
  const { details } = await expectError(answer, 503, "service_unavailable");
  expect(details).toEqual(reason === undefined ? undefined : { reason });
  const seconds = Number(answer.headers.get("Retry-After"));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(maxSeconds);
}

describe("the API", () => {
  it.each(overloads)("An overload of %s is 503.", async (_part, overrides, error) => {
    const { key } = await seedAccount();
    await expectUnavailable(await createApi(overrides(error)).get("/v1/screenshots", { key }), 5);
  });

  it.each(limits)(
    "The limit %s of D1 is 503 with its reason.",
    async (reason, error, maxSeconds) => {
      const { key } = await seedAccount();
      const answer = await createApi({ db: failingDatabase(error) }).get("/v1/screenshots", {
        key,
      });
      await expectUnavailable(answer, maxSeconds, reason);
    },
  );

  it.each([
    "get: We encountered an internal error. Please try again. (10001)",
    "get: Service is temporarily unavailable. (10043)",
    "get: Reduce your concurrent request rate for the same object. (10058)",
  ])("The error %j of R2 is 503.", async (message) => {
    const find = () => Promise.reject(new Error(message));
    const images = { ...createImageStore(env.IMAGES), find, open: find, get: find };
    // Images need no key, so the response has no rate headers.
    const answer = await createApi({ images }).get(`/images/${"a".repeat(32)}.png`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Retry-After")).toBe("5");
    expect(await answer.json()).toMatchObject({ error: { code: "service_unavailable" } });
  });

  it.each([
    "Queue is overloaded. (10250)",
    "Queue storage limit exceeded (10251)",
    "Free tier limit exceeded (10253)",
  ])(
    "After the error %j of the queue, the captures of a batch are failed and refunded.",
    async (message) => {
      const { key, accountId } = await seedAccount();
      const captures = { sendBatch: () => Promise.reject(new Error(message)) };
      const queues = { captures, runSteps: env.CAPTURES, deliveries: env.DELIVERIES };
      const api = createApi({ queues });
      const answer = await api.post("/v1/capture/batch", { urls: [url, url] }, { key });
      expect(answer.status).toBe(201);
      expect(await answer.json()).toMatchObject({ count: 2, succeededCount: 0, failedCount: 2 });
      expect(await usedCredits(accountId)).toBe(0);
      expect((await recordsOf(accountId)).map(({ status }) => status)).toEqual([
        "failed",
        "failed",
      ]);
    },
  );
});

describe("the dashboard", () => {
  it("An overload is a page with status 503 that states when to try again.", async () => {
    const member = await createMember();
    const error = new Error("D1_ERROR: D1 DB is overloaded. Requests queued for too long.");
    const visitor = createVisitor({ db: failingDatabase(error) });
    for (const [name, value] of member.jar) visitor.jar.set(name, value);
    const answer = await visitor.get("/overview");
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Retry-After")).toBe("5");
    const page = await answer.text();
    expect(page).toContain("<h1>Service unavailable</h1>");
    expect(page).toContain("The service is overloaded. Wait 5 seconds, then try again.");
    expect(page).not.toContain("D1");
  });

  it.each(limits)(
    "The limit %s is a page with status 503 and its reason in words.",
    async (_reason, error, maxSeconds) => {
      const answer = await createVisitor({ limiter: failingLimiter(error) }).signIn({
        email: "a@b.test",
      });
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get("Retry-After"))).toBeLessThanOrEqual(maxSeconds);
      const page = await answer.text();
      expect(page).toContain("<h1>Service unavailable</h1>");
      expect(page).toMatch(
        /continues at 00:00 UTC|database of the service is full|more calls than/,
      );
      expect(page).not.toContain(error.message);
    },
  );
});
