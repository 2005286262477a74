import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { runScheduled } from "../../src/jobs/scheduled.ts";
import { wire } from "../../src/wiring.ts";

const EVERY_MINUTE = "* * * * *";

it("goes on with the next duty when one fails, and says what failed", async () => {
  const facts: Record<string, unknown> = {};
  const ctx = wire(env, createExecutionContext(), (more) => Object.assign(facts, more));
  const refused = new Error("no time");
  let asked = 0;
  const clock = () => {
    asked += 1;
    if (asked === 1) throw refused;
    return new Date();
  };

  await runScheduled(EVERY_MINUTE, { ...ctx, clock });

  expect(asked).toBeGreaterThan(1);
  expect(facts["failures"]).toContain(refused);
});

it("refuses an expression that nothing runs at", async () => {
  const ctx = wire(env, createExecutionContext(), () => {});
  await expect(runScheduled("0 0 1 1 *", ctx)).rejects.toThrow("Nothing runs at");
});
