// Prints progress and the tests that needed a second attempt, and sends the numbers of passed and failed tests to the process that started vitest.
import type { Reporter, TestModule } from "vitest/node";

export type Counts = { passed: number; failed: number; skipped: number };

const PROGRESS_EVERY_MS = 15_000;

export default class CountReporter implements Reporter {
  #startedAt = 0;
  #printedAt = 0;
  #files = 0;
  #finishedFiles = 0;

  onTestRunStart(files: readonly unknown[]): void {
    this.#startedAt = this.#printedAt = Date.now();
    this.#files = files.length;
    this.#finishedFiles = 0;
  }

  onTestModuleEnd(): void {
    this.#finishedFiles++;
    if (Date.now() - this.#printedAt < PROGRESS_EVERY_MS) return;
    this.#printedAt = Date.now();
    const minutes = ((this.#printedAt - this.#startedAt) / 60_000).toFixed(1);
    process.stdout.write(
      `… ${this.#finishedFiles} of ${this.#files} test files after ${minutes} minutes\n`,
    );
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const { state } = test.result();
        if (test.diagnostic()?.flaky === true)
          process.stdout.write(`Passed at the second attempt: ${test.fullName}\n`);
        if (state === "passed" || state === "failed" || state === "skipped") counts[state]++;
      }
      // A file that does not load has no tests. Count the file as one failure.
      if (module.state() === "failed" && !tests.some((test) => test.result().state === "failed"))
        counts.failed++;
    }
    process.send?.(counts);
  }
}
