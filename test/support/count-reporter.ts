// Tells the process that started vitest how many tests passed and failed, for its closing line.
import type { Reporter, TestModule } from "vitest/node";

export type Counts = { passed: number; failed: number; skipped: number };

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const { state } = test.result();
        if (state === "passed" || state === "failed" || state === "skipped") counts[state]++;
      }
      // A file that cannot be loaded has no tests, and yet it has failed.
      if (module.state() === "failed" && !tests.some((test) => test.result().state === "failed"))
        counts.failed++;
    }
    process.send?.(counts);
  }
}
