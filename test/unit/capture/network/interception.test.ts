import { describe, expect, it } from "vitest";
import { privateUrlPatterns } from "../../../../src/capture/network/interception.ts";

const matches = (url: string, patterns: string[]) => patterns.some((part) => url.includes(part));

describe("privateUrlPatterns", () => {
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
  ])("The patterns match the private address %s.", (url) => {
    expect(matches(url, privateUrlPatterns([]))).toBe(true);
  });

  it.each(["http://172.32.0.1/", "https://example.com/127.0.0.1", "http://[2606:4700::1]/"])(
    "The patterns do not match the public address %s.",
    (url) => {
      expect(matches(url, privateUrlPatterns([]))).toBe(false);
    },
  );

  it("The range of an allowed host has no pattern.", () => {
    const patterns = privateUrlPatterns([{ host: "10.0.0.5", port: "8080" }]);
    expect(matches("http://10.0.0.5:8080/", patterns)).toBe(false);
    expect(matches("http://127.0.0.1/", patterns)).toBe(true);
  });
});
