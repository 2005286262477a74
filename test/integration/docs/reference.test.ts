// The interactive API reference, tested without a browser.
import { describe, expect, it } from "vitest";
import { createApi } from "../../support/api.ts";

describe("/docs/api", () => {
  it("The page loads its deferred script and its document only from the service.", async () => {
    const answer = await createApi().get("/docs/api");
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page).toContain('<script src="/docs/reference.js" defer="">');
    expect(page).toContain("/openapi.json");
    expect(page.replace('href="https://edgeshot.test/docs/api"', "")).not.toMatch(/https?:/);
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
  });

  it("The page leads to the guides, the dashboard and the landing page.", async () => {
    const page = await (await createApi().get("/docs/api")).text();
    for (const path of ["/docs", "/overview", "/"]) expect(page).toContain(`href="${path}"`);
  });

  it("The service serves the script of the page.", async () => {
    const answer = await createApi().get("/docs/reference.js");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/javascript/);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1_000_000);
  });

  it("The service serves no other file of the asset folder.", async () => {
    const answer = await createApi().get("/docs/other.js");
    expect(answer.status).toBe(404);
  });
});
