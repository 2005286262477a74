// Prints progress, and sends the results to the process that started vitest.
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";

export type Results = {
  passed: number;
  failed: number;
  skipped: number;
  /** A line for each failure and for each test that needed a second attempt. */
  notices: string[];
};

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
    const results: Results = { passed: 0, failed: 0, skipped: 0, notices: [] };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const { state, errors } = test.result();
        if (state !== "pending") results[state]++;
        if (state === "failed")
          results.notices.push(`Failed: ${nameOf(test)}: ${firstLine(errors?.[0])}`);
        else if (test.diagnostic()?.flaky === true)
          results.notices.push(`Passed at the second attempt: ${nameOf(test)}`);
      }
      // A file that does not load has no tests. Count the file as one failure.
      if (module.state() === "failed" && !tests.some((test) => test.result().state === "failed")) {
        results.failed++;
        results.notices.push(
          `Failed: ${module.relativeModuleId}: ${firstLine(module.errors()[0])}`,
        );
      }
    }
    process.send?.(results);
  }
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}

function firstLine(error: SerializedError | undefined): string {
  return error?.message.split("\n")[0] ?? "no error was reported";
}
