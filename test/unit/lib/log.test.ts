import { describe, expect, it, vi } from "vitest";
import { createEventLog, type Fields } from "../../../src/lib/log.ts";

describe("createEventLog", () => {
  it("An event is one line with all added fields. Later fields are separate lines.", () => {
    const lines: Fields[] = [];
    const log = createEventLog({ requestId: "r" }, (line) => lines.push(line));
    log.add({ a: 1 });
    log.add({ b: 2 });
    expect(lines).toEqual([]);
    log.write();
    log.add({ c: 3 });
    log.write();
    expect(lines).toEqual([
      { requestId: "r", a: 1, b: 2 },
      { requestId: "r", c: 3 },
    ]);
  });
});

describe("the console output", () => {
  it("A line contains only the start of long texts, such as an error of a page.", () => {
    const written: Fields[] = [];
    const log = createEventLog({}, (line) => written.push(line));
    log.add({ error: new Error("x".repeat(100_000)), url: "short" });
    log.write();
    expect(JSON.stringify(written).length).toBeLessThan(20_000);
    expect(written).toMatchObject([
      { error: { message: expect.stringMatching(/^x+…$/) }, url: "short" },
    ]);
  });

  it("A line is JSON and contains all fields of errors.", () => {
    const written = vi.spyOn(console, "log").mockImplementation(() => {});
    const log = createEventLog({});
    log.add({ error: new TypeError("outer", { cause: new Error("inner") }) });
    log.write();
    const [line] = written.mock.calls[0] ?? [];
    written.mockRestore();
    expect(JSON.parse(String(line))).toMatchObject({
      error: {
        name: "TypeError",
        message: "outer",
        stack: expect.any(String),
        cause: { message: "inner" },
      },
    });
  });
});
