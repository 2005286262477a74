// Pages that flood their browser: each ends in time, and captures of other accounts and /health are not delayed.
import { describe, expect, it } from "vitest";
import { createApi } from "../support/api.ts";
import { capture } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { excessiveFloods, toleratedFloods } from "../support/hostile-pages.ts";
import { expectColour, pageOf } from "../support/pages.ts";

/** A busy machine needs half of this time for one flood, and a navigation has at most 30 seconds of it. */
const TIMEOUT_MS = 60_000;

/** A capture must end within this time after its timeout. */
const SLACK_MS = 2_000;

/** The bench "hostile" measures whether /health stays below one second. */
const MAX_HEALTH_MS = 5_000;

const green = `<body style="background:green">`;

describe("A flood inside the limits of a capture", () => {
  it.each(Object.entries(toleratedFloods))(
    "A flood of %s is captured and delays no other account.",
    async (_flood, html) => {
      await expectColour(await captureDuringOtherCaptures(html, { delay: 500 }), "green");
    },
  );
});

describe("A flood beyond the limits of a capture", () => {
  it.each(Object.entries(excessiveFloods))(
    "A flood of %s closes its tab and delays no other account.",
    async (_flood, html) => {
      // The capture cannot succeed before the flood has exceeded the limit, which takes longer on a busy machine.
      const answer = await captureDuringOtherCaptures(html, { wait_for_selector: "#missing" });
      await expectError(answer, 500, "render_failed", { reason: "flood" });
    },
  );
});

/** Captures the page while another account captures small pages and the test requests /health. */
async function captureDuringOtherCaptures(html: string, options: object): Promise<Response> {
  const startedAt = Date.now();
  const flooding = capture(pageOf(html), { timeout: TIMEOUT_MS, ...options });
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
