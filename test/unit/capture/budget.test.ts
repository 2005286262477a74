import { describe, expect, it } from "vitest";
import { Budget } from "../../../src/capture/budget.ts";
import { ServiceError } from "../../../src/contract/errors.ts";

const never = () => new Promise<never>(() => {});
const pause = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs));

describe("Budget", () => {
  it("answers what a step answers", async () => {
    await expect(new Budget(1_000).run("capture", async () => "picture")).resolves.toBe("picture");
  });

  it("passes on what a step throws", async () => {
    const fault = new Error("no such element");
    const failing = new Budget(1_000).run("scroll", () => Promise.reject(fault));
    await expect(failing).rejects.toBe(fault);
  });

  it.each(["navigation", "wait_for_selector", "delay", "scroll", "capture"] as const)(
    "names %s when the time ends in it",
    async (phase) => {
      const late = new Budget(20).run(phase, never);
      await expect(late).rejects.toMatchObject({
        code: "navigation_timeout",
        status: 504,
        details: { phase },
      });
    },
  );

  it("is one time for all steps together", async () => {
    const budget = new Budget(200);
    await budget.run("navigation", () => pause(120));
    expect(budget.leftMs).toBeLessThanOrEqual(100);
    const late = budget.run("delay", () => pause(5_000));
    await expect(late).rejects.toMatchObject({ details: { phase: "delay" } });
    expect(budget.leftMs).toBe(0);
  });

  it("gives a step no more than its own limit", async () => {
    const budget = new Budget(60_000);
    await expect(budget.run("scroll", never, 20)).rejects.toMatchObject({
      details: { phase: "scroll" },
    });
    expect(budget.leftMs).toBeGreaterThan(50_000);
  });

  it("ends the step that runs when the page fails", async () => {
    const budget = new Budget(60_000);
    const fault = new ServiceError("url_not_allowed");
    const running = budget.run("delay", never);
    budget.fail(fault);
    await expect(running).rejects.toBe(fault);
  });

  it("ends the next step when the page failed between two", async () => {
    const budget = new Budget(60_000);
    const fault = new ServiceError("url_not_allowed");
    budget.fail(fault);
    await expect(budget.run("capture", never)).rejects.toBe(fault);
  });

  it("keeps to the first failure", async () => {
    const budget = new Budget(60_000);
    const first = new Error("first");
    budget.fail(first);
    budget.fail(new Error("second"));
    await expect(budget.run("capture", never)).rejects.toBe(first);
  });
});
