// What holds for every answer, whatever was asked: identity, rate headers, errors, logs.
import { describe, expect, it } from "vitest";
import type { Fields } from "../../../src/lib/log.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError, expectRateHeaders } from "../../support/expectations.ts";
import { fakeRender } from "../../support/fake-render.ts";

const url = "https://example.com/private/path?token=abc";

describe("for everybody", () => {
  it("is healthy", async () => {
    const answer = await createApi().get("/health");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: "ok" });
    expect(answer.headers.get("X-RateLimit-Limit")).toBeNull();
  });

  it("has a page that says what this is and needs nothing from elsewhere", async () => {
    const answer = await createApi().get("/");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/html/);
    const page = await answer.text();
    expect(page).toContain("<title>Edgeshot</title>");
    expect(page).toContain("curl https://edgeshot.test/v1/capture");
    expect(page).not.toMatch(/(src|href)="(?!\/(?!\/))|url\(|@import/);
  });

  it.each(["/", "/health"])("answers HEAD, and nothing that writes, at %s", async (path) => {
    expect((await createApi().send("HEAD", path)).status).toBe(200);
    const refusal = await createApi().send("POST", path);
    expect(refusal.status).toBe(405);
    expect(refusal.headers.get("Allow")).toBe("GET, HEAD");
    expect(await refusal.json()).toMatchObject({ error: { code: "method_not_allowed" } });
  });
});

describe("every answer", () => {
  it.each(["/nowhere", "/v1/nowhere", "/v1/capture/", "/v1", "/V1/capture", "//v1/capture"])(
    "is 404 for an address that is not there: %s",
    async (path) => {
      const { key } = await seedAccount();
      await expectError(
        await createApi().get(`https://edgeshot.test${path}`, { key }),
        404,
        "not_found",
      );
    },
  );

  it("tells somebody without a key nothing but that under /v1", async () => {
    await expectError(await createApi().get("/v1/nowhere"), 401, "missing_api_key");
    await expectError(await createApi().get("/nowhere"), 404, "not_found");
  });

  it("carries an id of its own and is not kept or guessed at", async () => {
    const api = createApi();
    const answers = await Promise.all(
      ["/", "/health", "/nowhere", "/v1/capture"].map((path) => api.get(path)),
    );
    const ids = answers.map(({ headers }) => headers.get("X-Request-Id"));
    expect(new Set(ids).size).toBe(4);
    for (const { headers } of answers) {
      expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get("Cache-Control")).toBe("private, no-store");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
  });

  it("does not take over an id from outside", async () => {
    const answer = await createApi().get("/health", { headers: { "X-Request-Id": "evil" } });
    expect(answer.headers.get("X-Request-Id")).not.toBe("evil");
  });
});

describe("a key", () => {
  it("counts in the header before the query", async () => {
    const { key } = await seedAccount();
    const api = createApi();
    const query = `/v1/nowhere?api_key=${key}`;
    expect((await api.get(query)).status).toBe(404);
    await expectError(await api.get(query, { key: "wrong" }), 401, "invalid_api_key");
    await expectError(await api.get("/v1/nowhere?api_key="), 401, "missing_api_key");
    expect((await api.get("/v1/nowhere?api_key=wrong", { key })).status).toBe(404);
  });

  it.each(["é", "a".repeat(8000), "%00", "es_"])(
    "is just wrong when it is strange: %#",
    async (key) => {
      const path = `/v1/nowhere?api_key=${encodeURIComponent(key)}`;
      await expectError(await createApi().get(path), 401, "invalid_api_key");
    },
  );
});

describe("the rate limit", () => {
  it("counts every authenticated request, whatever its answer", async () => {
    const { key } = await seedAccount({ plan: "free" });
    const api = createApi(fakeRender());
    const left = [];
    for (const answer of [
      await api.post("/v1/capture", { url }, { key }),
      await api.post("/v1/capture", { url: 1 }, { key }),
      await api.get("/v1/nowhere", { key }),
      await api.send("PUT", "/v1/capture", { key }),
      await api.get("/nowhere", { key }),
    ]) {
      expectRateHeaders(answer);
      left.push(answer.headers.get("X-RateLimit-Remaining"));
    }
    expect(left).toEqual(["4", "3", "2", "1", "0"]);
    await expectError(await api.post("/v1/capture", { url }, { key }), 429, "rate_limit_exceeded");
    await api.settled();
  });

  it("is each key's own", async () => {
    const [one, two] = [
      await seedAccount({ requestsPerMinute: 1 }),
      await seedAccount({ requestsPerMinute: 1 }),
    ];
    const api = createApi();
    await api.get("/v1/nowhere", { key: one.key });
    expect((await api.get("/v1/nowhere", { key: one.key })).status).toBe(429);
    expect((await api.get("/v1/nowhere", { key: two.key })).status).toBe(404);
  });

  it("shares 60 requests a minute between all without a valid key at one address, which slows guessing", async () => {
    const api = createApi();
    const from = (address: string) => ({ headers: { "CF-Connecting-IP": address } });
    const guesses = Array.from({ length: 60 }, (_, i) =>
      api.get(`/v1/capture?api_key=guess${i}`, from("203.0.113.9")),
    );
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(
      new Set([401]),
    );

    const refusal = await api.get("/v1/capture", from("203.0.113.9"));
    await expectError(refusal, 429, "rate_limit_exceeded");
    expect(refusal.headers.get("X-RateLimit-Limit")).toBe("60");

    expect((await api.get("/v1/capture", from("203.0.113.10"))).status).toBe(401);
    const { key } = await seedAccount();
    expect((await api.get("/v1/nowhere", { key, ...from("203.0.113.9") })).status).toBe(404);
  });

  it("takes the 2^64 addresses that one customer has in IPv6 for one", async () => {
    const api = createApi();
    const guess = (host: number) =>
      api.get("/v1/capture", { headers: { "CF-Connecting-IP": `2001:db8:0:9::${host}` } });
    await Promise.all(Array.from({ length: 60 }, (_, host) => guess(host + 1)));
    await expectError(await guess(61), 429, "rate_limit_exceeded");
  });
});

describe("the log", () => {
  it("has one line a request that says who asked for what and how it went, and no secret", async () => {
    const { key, accountId, keyId } = await seedAccount();
    const lines: Fields[] = [];
    const api = createApi({ ...fakeRender(), lines });

    const query = new URLSearchParams({ url, api_key: key });
    const answer = await api.get(`/v1/capture?${query}`);
    await api.get(`/images/${"a".repeat(32)}.png`);

    // The line about storing may come before the second request's.
    expect(lines.filter((line) => "method" in line)).toEqual([
      {
        requestId: answer.headers.get("X-Request-Id"),
        method: "GET",
        path: "/v1/capture",
        status: 200,
        durationMs: expect.any(Number),
        accountId,
        keyId,
        target: "example.com",
        screenshotId: answer.headers.get("X-Screenshot-Id"),
        reserveMs: expect.any(Number),
        renderMs: expect.any(Number),
      },
      expect.objectContaining({ path: "/images/[key]", status: 404, errorCode: "not_found" }),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/es_|token|private|aaaa/);
    await api.settled();
    expect(lines).toContainEqual({
      requestId: answer.headers.get("X-Request-Id"),
      storeMs: expect.any(Number),
    });
  });

  it("says why the service could not even begin", async () => {
    const lines: Fields[] = [];
    const answer = await createApi({ lines, vars: { BROWSER_SESSIONS: "many" } }).get("/health");
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      error: {
        code: "internal_error",
        message: expect.any(String),
        details: { requestId: expect.any(String) },
      },
    });
    expect(lines[0]).toHaveProperty(
      "error.cause.message",
      expect.stringContaining("BROWSER_SESSIONS"),
    );
  });
});
