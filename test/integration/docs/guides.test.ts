// The guides under /docs: navigation, links and search. The tests run no scripts.
import { describe, expect, it } from "vitest";
import { createApi } from "../../support/api.ts";

const api = createApi();
const paths = [...(await read("/docs")).matchAll(/href="(\/docs\/[a-z-]+)"/g)]
  .map(([, path = ""]) => path)
  .filter((path, index, all) => path !== "/docs/api" && all.indexOf(path) === index);

describe("a guide", () => {
  it("Every guide is a complete page with its own title, description and canonical address.", async () => {
    expect(paths.length).toBeGreaterThan(12);
    const titles = new Set<string>();
    for (const path of ["/docs", ...paths]) {
      const answer = await api.get(path);
      expect(answer.status, path).toBe(200);
      expect(answer.headers.get("Cache-Control")).toMatch(/^public/);
      const page = await answer.text();
      expect(page).toContain(`<link rel="canonical" href="https://edgeshot.test${path}"/>`);
      const [, description = ""] = /<meta name="description" content="([^"]*)"/.exec(page) ?? [];
      expect(description.length, path).toBeGreaterThanOrEqual(60);
      expect(description.length, path).toBeLessThanOrEqual(160);
      expect(page.match(/<h1>/g), path).toHaveLength(1);
      titles.add(/<title>(.*?)<\/title>/.exec(page)?.[1] ?? "");
      for (const target of ["/", "/docs", "/docs/api", "/overview"])
        expect(page, path).toContain(`href="${target}"`);
    }
    expect(titles.size).toBe(paths.length + 1);
  });

  it("Every link of a guide leads to an existing page and heading.", async () => {
    for (const path of ["/docs", ...paths]) {
      for (const [, link = ""] of (await read(path)).matchAll(/href="([/#][^"]*)"/g)) {
        const [target = "", heading] = link.split("#");
        if (target === "/overview") continue;
        const answer = await api.get(target === "" ? path : target);
        expect(answer.status, `${link} on ${path}`).toBe(200);
        const content = await answer.text();
        if (heading !== undefined) expect(content, link).toContain(`id="${heading}"`);
      }
    }
  });

  it("Examples contain the origin of the service.", async () => {
    const page = await read("/docs/quick-start");
    expect(page).toContain("https://edgeshot.test/v1/capture");
    expect(page).not.toContain("localhost:8787");
  });

  it("The page allows no inline script and marks the guide in the navigation.", async () => {
    const answer = await api.get("/docs/batches");
    expect(answer.headers.get("Content-Security-Policy")).toContain("script-src 'self'");
    expect(await answer.text()).toContain(
      '<a href="/docs/batches" aria-current="page">Batches</a>',
    );
  });

  it("An unknown guide returns 404, and POST returns 405.", async () => {
    expect((await api.get("/docs/nonsense")).status).toBe(404);
    expect((await api.post("/docs/batches", {})).status).toBe(405);
  });
});

describe("the search", () => {
  it("A result leads to the section that contains every word.", async () => {
    const page = await read("/docs/search?q=idempotency+retries");
    expect(page).toContain(
      '<a href="/docs/caching#safe-retries">Caching and retries: Safe retries</a>',
    );
    expect(page).toContain("<mark>Idempotency</mark>");
    expect(page).toContain('value="idempotency retries"');
  });

  it.each(["viewport_width", "rate_limit_exceeded", "monitor.changed", "webhook signature"])(
    "The search finds %s.",
    async (query) => {
      expect(await read(`/docs/search?q=${encodeURIComponent(query)}`)).toContain("<mark>");
    },
  );

  it.each(["zyzzyva", "", "   ", "((", "<b>", "\\", "$&", "x".repeat(10_000)])(
    "The query %j has no result and no effect on the page.",
    async (query) => {
      const page = await read(`/docs/search?q=${encodeURIComponent(query)}`);
      expect(page).toContain('role="status"');
      expect(page).not.toContain("<mark>");
      expect(page).not.toContain("<b>");
    },
  );
});

async function read(path: string): Promise<string> {
  return (await api.get(path)).text();
}
