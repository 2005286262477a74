import { describe, expect, it } from "vitest";
import { Budget } from "../../../src/capture/budget.ts";
import { ServiceError } from "../../../src/contract/errors.ts";

const never = () => new Promise<never>(() => {});
const pause = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs));

describe("Budget", () => {
  it("The budget returns the result of a step.", async () => {
    await expect(new Budget(1_000).run("capture", async () => "image")).resolves.toBe("image");
  });

  it("The budget throws the error of a step unchanged.", async () => {
    const failure = new Error("no such element");
    const failing = new Budget(1_000).run("scroll", () => Promise.reject(failure));
    await expect(failing).rejects.toBe(failure);
  });

  it.each(["navigation", "wait_for_selector", "delay", "scroll", "capture"] as const)(
    "The timeout error contains the phase %s.",
    async (phase) => {
      const late = new Budget(20).run(phase, never);
      await expect(late).rejects.toMatchObject({
        code: "navigation_timeout",
        status: 504,
        details: { phase },
      });
    },
  );

  it("All steps share one time limit.", async () => {
    const budget = new Budget(200);
    await budget.run("navigation", () => pause(120));
    expect(budget.leftMs).toBeLessThanOrEqual(100);
    const late = budget.run("delay", () => pause(5_000));
    await expect(late).rejects.toMatchObject({ details: { phase: "delay" } });
    expect(budget.leftMs).toBe(0);
  });

  it("A step has no more time than its limit.", async () => {
    const budget = new Budget(60_000);
    await expect(budget.run("scroll", never, 20)).rejects.toMatchObject({
      details: { phase: "scroll" },
    });
    expect(budget.leftMs).toBeGreaterThan(50_000);
  });

  it("A failure of the page ends the running step.", async () => {
    const budget = new Budget(60_000);
    const failure = new ServiceError("url_not_allowed");
    const running = budget.run("delay", never);
    budget.fail(failure);
    await expect(running).rejects.toBe(failure);
  });

  it("A failure between two steps ends the next step.", async () => {
    const budget = new Budget(60_000);
    const failure = new ServiceError("url_not_allowed");
    budget.fail(failure);
    await expect(budget.run("capture", never)).rejects.toBe(failure);
  });

  it("The budget reports only the first failure.", async () => {
    const budget = new Budget(60_000);
    const first = new Error("first");
    budget.fail(first);
    budget.fail(new Error("second"));
    await expect(budget.run("capture", never)).rejects.toBe(first);
  });
});
