import { describe, expect, it } from "vitest";
import { privatePatterns } from "../../../../src/capture/network/private-patterns.ts";

const matches = (url: string, patterns: string[]) => patterns.some((part) => url.includes(part));

describe("private patterns", () => {
  it.each([
    "http://127.0.0.1/",
    "https://10.1.2.3:8080/x",
    "http://172.31.0.1/",
    "http://192.168.0.1/",
    "http://169.254.169.254/latest",
    "http://[::1]/",
    "http://[::ffff:7f00:1]/",
    "http://[fd00::1]/",
    "http://localhost:9000/",
  ])("match %s", (url) => {
    expect(matches(url, privatePatterns([]))).toBe(true);
  });

  it.each(["http://172.32.0.1/", "https://example.com/127.0.0.1", "http://[2606:4700::1]/"])(
    "leave %s",
    (url) => {
      expect(matches(url, privatePatterns([]))).toBe(false);
    },
  );

  it("leave the range of a host that may be asked", () => {
    const patterns = privatePatterns([{ host: "10.0.0.5", port: "8080" }]);
    expect(matches("http://10.0.0.5:8080/", patterns)).toBe(false);
    expect(matches("http://127.0.0.1/", patterns)).toBe(true);
  });
});
