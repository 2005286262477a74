// Pages that flood their browser: each ends in time, and captures of other accounts and /health are not delayed.
import { describe, expect, it } from "vitest";
import { createApi } from "../support/api.ts";
import { capture } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { expectColour, pageOf } from "../support/pages.ts";

const TIMEOUT_MS = 10_000;

/** A capture must end within this time after its timeout. */
const SLACK_MS = 2_000;

const MAX_HEALTH_MS = 1_000;

const green = `<body style="background:green">`;
const inScript = (js: string) => `${green}<script>${js}</script>`;
const inWorker = (js: string) =>
  inScript(`new Worker(URL.createObjectURL(new Blob([${JSON.stringify(js)}])))`);

const LOG_LARGE_TEXT = `const text = "x".repeat(20e6); for (let i = 0; i < 40; i++) console.log(text)`;
const FAIL_REPEATEDLY = `for (let i = 0; i < 20000; i++) {
  setTimeout(() => { throw new Error("x".repeat(10000)) });
  Promise.reject(new Error("y".repeat(10000)));
}`;

describe("A flood inside the limits of a capture", () => {
  it.each([
    ["8,000 requests", inScript(`for (let i = 0; i < 8000; i++) fetch("data:,")`)],
    ["large console messages", inScript(LOG_LARGE_TEXT)],
    ["large console messages of a worker", inWorker(LOG_LARGE_TEXT)],
    // Bodies of requests do not reach the Worker.
    [
      "uploads",
      inScript(
        `const body = "x".repeat(5e6); for (let i = 0; i < 20; i++) fetch("/target", { method: "POST", body })`,
      ),
    ],
    ["uncaught errors and rejections", inScript(FAIL_REPEATEDLY)],
    ["uncaught errors and rejections of a worker", inWorker(FAIL_REPEATEDLY)],
  ])("of %s is captured and delays no other account", async (_flood, html) => {
    await expectColour(await captureDuringOtherCaptures(html), "green");
  });
});

describe("A flood beyond the limits of a capture", () => {
  it.each([
    ["requests", `for (let i = 0; i < 20000; i++) fetch("data:,")`],
    ["navigations", `for (let i = 0; i < 20000; i++) history.replaceState(i, "", "#" + i)`],
  ])("A flood of %s closes its tab and delays no other account.", async (_flood, js) => {
    const answer = await captureDuringOtherCaptures(inScript(js));
    await expectError(answer, 500, "render_failed", { reason: "flood" });
  });
});

/** Captures the page while another account captures small pages and the test requests /health. */
async function captureDuringOtherCaptures(html: string): Promise<Response> {
  const startedAt = Date.now();
  const flooding = capture(pageOf(html), { timeout: TIMEOUT_MS, delay: 500 });
  const ended = flooding.then(() => true);
  const others = [
    untilEnded(ended, async () => {
      await expectColour(await capture(pageOf(green), { timeout: TIMEOUT_MS }), "green");
    }),
    untilEnded(ended, async () => {
      const requestedAt = Date.now();
      expect((await createApi().get("/health")).status).toBe(200);
      expect(Date.now() - requestedAt).toBeLessThan(MAX_HEALTH_MS);
    }),
  ];
  const answer = await flooding;
  expect(Date.now() - startedAt).toBeLessThan(TIMEOUT_MS + SLACK_MS);
  await Promise.all(others);
  return answer;
}

/** Repeats the step with pauses of 100 ms, at least once. */
async function untilEnded(ended: Promise<boolean>, step: () => Promise<void>): Promise<void> {
  const pause = async () => scheduler.wait(100).then(() => false);
  do await step();
  while (!(await Promise.race([ended, pause()])));
}
