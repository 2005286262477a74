// The interactive reference, as far as it can be seen without a browser.
import { describe, expect, it } from "vitest";
import { createApi } from "../../support/api.ts";

describe("the reference", () => {
  it("is a page that loads its program and asks for its document here alone", async () => {
    const answer = await createApi().get("/docs");
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page).toContain('<script src="/docs/reference.js">');
    expect(page).toContain("/openapi.json");
    expect(page).not.toMatch(/https?:/);
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
  });

  it("brings its program along", async () => {
    const answer = await createApi().get("/docs/reference.js");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/javascript/);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1_000_000);
  });

  it("serves nothing else from the folder of assets", async () => {
    const answer = await createApi().get("/docs/other.js");
    expect(answer.status).toBe(404);
  });
});
