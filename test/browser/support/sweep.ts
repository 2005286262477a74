// Runs the sweep program of src/capture/in-page/sweep in a browser, without a capture: a table of pages takes seconds.
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { bundlePageProgram } from "../../../scripts/blocking/page-programs.ts";
import type { Removed, SweepPlan, SweepResult } from "../../../src/capture/in-page/sweep/plan.ts";
import { findDashboard } from "./dashboard.ts";

type Program = { sweep: (plan: SweepPlan) => SweepResult; countRemoved: () => Removed };

export type SweptPage = {
  page: Page;
  /** Sweeps the page. Returns the result and the numbers of removed elements. */
  sweep: (plan: Partial<SweepPlan>) => Promise<{ result: SweepResult; removed: Removed }>;
};

const PLAN: SweepPlan = {
  categories: [],
  rules: [],
  blocked: [],
  leaveBanners: false,
  pressReject: true,
  watch: false,
  unlock: false,
};

/** Opens pages with this markup. Registers hooks that start and close the browser. */
export function useSweep() {
  let browser: Browser;
  let program = "";
  beforeAll(async () => {
    const { browserProgram } = await findDashboard();
    [browser, program] = await Promise.all([
      chromium.launch({ executablePath: browserProgram }),
      bundlePageProgram("src/capture/in-page/sweep/sweep.ts", "edgeshotSweep"),
    ]);
  });
  afterAll(async () => browser.close());

  return async function open(
    html: string,
    viewport = { width: 1280, height: 720 },
  ): Promise<SweptPage> {
    const page = await browser.newPage({ viewport });
    await page.setContent(html);
    return {
      page,
      sweep: async (plan) => {
        await page.evaluate(`${program}; globalThis.edgeshotSweep = edgeshotSweep;`);
        return page.evaluate(
          (complete) => {
            const { edgeshotSweep } = globalThis as unknown as { edgeshotSweep: Program };
            const result = edgeshotSweep.sweep(complete);
            return { result, removed: edgeshotSweep.countRemoved() };
          },
          { ...PLAN, ...plan },
        );
      },
    };
  };
}
