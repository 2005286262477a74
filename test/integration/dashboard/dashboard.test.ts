// Rules for every page of the dashboard: security headers, error pages and cacheable assets.
import { describe, expect, it } from "vitest";
import { createApi } from "../../support/api.ts";
import { createMember, createVisitor } from "../../support/visitor.ts";

describe("every page", () => {
  it.each(["/", "/sign-in", "/sign-up", "/nowhere", "/overview"])(
    "The page %s loads nothing from other hosts and cannot be framed.",
    async (path) => {
      const member = await createMember();
      const answer = await (path === "/overview" ? member : createVisitor()).get(path);
      const policy = answer.headers.get("Content-Security-Policy");
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
      // Browsers do not load a canonical address.
      const page = (await answer.text()).replace(/<link rel="canonical"[^>]*>/, "");
      expect(page).not.toMatch(/(src|href|action)="(?!\/(?!\/)|#)/);
      expect(page).not.toMatch(/ style=| on[a-z]+=/);
    },
  );

  it("An unknown path responds with a page to browsers and with JSON to API clients.", async () => {
    const page = await createVisitor().get("/nowhere");
    expect(page.status).toBe(404);
    expect(await page.text()).toContain("<h1>Not found</h1>");
    const answer = await createApi().get("/nowhere");
    expect(await answer.json()).toMatchObject({ error: { code: "not_found" } });
    const apiPath = await createVisitor().get("/v1/nowhere");
    expect(apiPath.headers.get("Content-Type")).toMatch(/^application\/json/);
  });

  it("An unknown path keeps the navigation of a signed-in user.", async () => {
    const answer = await (await createMember()).get("/nowhere");
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('aria-label="Dashboard"');
    expect(await createVisitor().read("/nowhere")).not.toContain('aria-label="Dashboard"');
  });

  it("The service has an icon and rules for search engines.", async () => {
    const icon = await createVisitor().get("/favicon.ico");
    expect(icon.headers.get("Content-Type")).toBe("image/svg+xml");
    expect(await createVisitor().read("/robots.txt")).toContain("Disallow: /v1/\n");
    expect(await createVisitor().read("/")).toContain('<meta name="description"');
  });

  it("The page of an unexpected error shows the request ID and no details.", async () => {
    const member = await createMember();
    const broken = createVisitor({
      clock: () => {
        throw new Error("secret detail");
      },
    });
    for (const [name, value] of member.jar) broken.jar.set(name, value);
    const answer = await broken.get("/overview");
    expect(answer.status).toBe(500);
    const page = await answer.text();
    expect(page).toContain(answer.headers.get("X-Request-Id"));
    expect(page).not.toContain("secret detail");
  });

  it("The URL of the stylesheet contains a hash of its content and can be cached permanently.", async () => {
    const page = await createVisitor().read("/");
    const [, path = ""] = /href="(\/assets\/[0-9a-f]{16}\/dashboard\.css)"/.exec(page) ?? [];
    const answer = await createVisitor().get(path);
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/css/);
    expect(answer.headers.get("Cache-Control")).toContain("immutable");
    expect((await createVisitor().get("/assets/0000000000000000/dashboard.css")).status).toBe(404);
  });
});
