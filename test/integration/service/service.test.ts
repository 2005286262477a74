// Behavior of all endpoints: authentication, rate limits, errors and logs.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Fields } from "../../../src/lib/log.ts";
import { seedAccount, seedKey } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError, expectRateHeaders } from "../../support/expectations.ts";
import { createFailingStorage } from "../../support/failing-storage.ts";
import { fakeRender } from "../../support/fake-render.ts";

const url = "https://example.com/private/path?token=abc";

describe("public endpoints", () => {
  it("The health endpoint responds.", async () => {
    const answer = await createApi().get("/health");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: "ok" });
    expect(answer.headers.get("X-RateLimit-Limit")).toBeNull();
  });

  it("The welcome page describes the service and loads nothing from other hosts.", async () => {
    const answer = await createApi().get("/");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/html/);
    const page = await answer.text();
    expect(page).toContain("<title>Edgeshot</title>");
    expect(page).toContain("curl https://edgeshot.test/v1/capture");
    expect(page).not.toMatch(/(src|href)="(?!\/(?!\/)|https:\/\/edgeshot\.test\/)|url\(|@import/);
  });

  it.each(["/", "/health"])("The page %s supports HEAD and rejects POST.", async (path) => {
    expect((await createApi().send("HEAD", path)).status).toBe(200);
    const rejected = await createApi().send("POST", path);
    expect(rejected.status).toBe(405);
    expect(rejected.headers.get("Allow")).toBe("GET, HEAD");
    expect(await rejected.json()).toMatchObject({ error: { code: "method_not_allowed" } });
  });
});

describe("all responses", () => {
  it.each(["/nowhere", "/v1/nowhere", "/v1/capture/", "/v1", "/V1/capture", "//v1/capture"])(
    "An unknown path returns 404: %s",
    async (path) => {
      const { key } = await seedAccount();
      await expectError(
        await createApi().get(`https://edgeshot.test${path}`, { key }),
        404,
        "not_found",
      );
    },
  );

  it("Unknown paths under /v1 require a key first.", async () => {
    await expectError(await createApi().get("/v1/nowhere"), 401, "missing_api_key");
    await expectError(await createApi().get("/nowhere"), 404, "not_found");
  });

  it("Each response has a unique request id, and forbids caching and content sniffing.", async () => {
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

  it("A request id of the client is ignored.", async () => {
    const answer = await createApi().get("/health", { headers: { "X-Request-Id": "evil" } });
    expect(answer.headers.get("X-Request-Id")).not.toBe("evil");
  });
});

describe("hosts over plain HTTP", () => {
  const local = { vars: { HOST: "box.lan" } };
  const signUp = {
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "Sec-Fetch-Site": "same-origin",
    },
    body: new URLSearchParams({
      name: "Eve",
      email: "eve@example.com",
      password: "0123456789",
    }).toString(),
  };

  it("A local service refuses a foreign host before it creates a session.", async () => {
    const api = createApi(local);
    const refused = await api.send("POST", "http://evil.example/sign-up", signUp);
    expect(refused.status).toBe(421);
    expect(await refused.json()).toMatchObject({ error: { code: "misdirected_request" } });
    expect(refused.headers.get("Set-Cookie")).toBeNull();
    const other = [
      "evil.example",
      "localhost.evil.example",
      "1.evil.example",
      "box.lan.evil.example",
    ];
    for (const host of other)
      expect((await api.get(`http://${host}:8787/health-of-nothing`)).status).toBe(421);
  });

  it.each([
    "localhost:8787",
    "127.0.0.1",
    "[::1]:8787",
    "192.168.1.5:8787",
    "box.lan:8787",
    "BOX.lan",
  ])("A local service serves %s.", async (host) => {
    const answer = await createApi(local).get(`http://${host}/sign-in`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Strict-Transport-Security")).toBeNull();
  });

  it("A deployed service redirects to HTTPS with path and query, and sets no cookie.", async () => {
    const api = createApi();
    const answer = await api.send("POST", "http://shots.example/sign-up?next=%2Fkeys", signUp);
    expect(answer.status).toBe(308);
    expect(answer.headers.get("Location")).toBe("https://shots.example/sign-up?next=%2Fkeys");
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  });

  it("Every response of a deployed service over HTTPS, including errors, forbids plain HTTP to browsers.", async () => {
    for (const path of ["/health", "/nowhere", "/v1/nowhere"])
      expect((await createApi().get(path)).headers.get("Strict-Transport-Security")).toBe(
        "max-age=31536000",
      );
  });
});

describe("API keys", () => {
  it("A key in the header takes precedence over a key in the query.", async () => {
    const { key } = await seedAccount();
    const api = createApi();
    const query = `/v1/nowhere?api_key=${key}`;
    expect((await api.get(query)).status).toBe(404);
    await expectError(await api.get(query, { key: "wrong" }), 401, "invalid_api_key");
    await expectError(await api.get("/v1/nowhere?api_key="), 401, "missing_api_key");
    expect((await api.get("/v1/nowhere?api_key=wrong", { key })).status).toBe(404);
  });

  it.each(["é", "a".repeat(8000), "%00", "es_"])("An unusual key is rejected: %#", async (key) => {
    const path = `/v1/nowhere?api_key=${encodeURIComponent(key)}`;
    await expectError(await createApi().get(path), 401, "invalid_api_key");
  });
});

describe("the rate limit", () => {
  it("Every authenticated request counts, also when it fails.", async () => {
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

  it("The first request of a key in an isolate is refused, too, if the window of the account is full.", async () => {
    const { accountId, key, keyId } = await seedAccount({ requestsPerMinute: 1 });
    const window = env.RATE_LIMITER.getByName(`keys-of:${accountId}`);
    await window.takeForKey({ keyId, keyLimit: 1, accountLimit: 4 });
    const answer = await createApi().get("/v1/screenshots", { key });
    await expectError(answer, 429, "rate_limit_exceeded");
    expectRateHeaders(answer);
  });

  it("Each key has a separate rate limit.", async () => {
    const [one, two] = [
      await seedAccount({ requestsPerMinute: 1 }),
      await seedAccount({ requestsPerMinute: 1 }),
    ];
    const api = createApi();
    await api.get("/v1/nowhere", { key: one.key });
    expect((await api.get("/v1/nowhere", { key: one.key })).status).toBe(429);
    expect((await api.get("/v1/nowhere", { key: two.key })).status).toBe(404);
  });

  it("All keys of an account share a window of four times the requests of one key.", async () => {
    const { accountId, key } = await seedAccount({ requestsPerMinute: 2 });
    const keys = [key];
    for (let i = 0; i < 4; i++) keys.push((await seedKey(accountId)).key);
    const api = createApi();
    const statuses = [];
    for (const each of keys)
      for (let i = 0; i < 2; i++) {
        const answer = await api.get("/v1/nowhere", { key: each });
        statuses.push(answer.status);
        if (answer.status === 429) {
          expect(answer.headers.get("X-RateLimit-Remaining")).toBe("0");
          expect(await answer.json()).toMatchObject({ error: { details: { limit: 8 } } });
        }
      }
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404, 404, 429, 429]);
  });

  it("A request of a revoked key does not count for its account.", async () => {
    const { accountId, key } = await seedAccount({ requestsPerMinute: 1 });
    const others = [await seedKey(accountId), await seedKey(accountId), await seedKey(accountId)];
    const api = createApi();
    expect((await api.get("/v1/nowhere", { key })).status).toBe(404);
    await env.DB.prepare(
      "UPDATE api_keys SET revoked_at = 1 WHERE account_id = ? AND name = 'test'",
    )
      .bind(accountId)
      .run();
    for (const each of [key, key, key, others[0]?.key ?? ""])
      await expectError(await api.get("/v1/nowhere", { key: each }), 401, "invalid_api_key");
    await api.settled();
    const counts = await env.RATE_LIMITER.getByName(`keys-of:${accountId}`).countByKey();
    expect(Object.values(counts)).toEqual([1]);
  });

  it("A changed limit of the account applies to the next request of a known key.", async () => {
    const { accountId, key } = await seedAccount({ requestsPerMinute: 2 });
    const api = createApi();
    const remaining = async (requestsPerMinute: number) => {
      await env.DB.prepare("UPDATE accounts SET requests_per_minute = ? WHERE id = ?")
        .bind(requestsPerMinute, accountId)
        .run();
      const { status, headers } = await api.get("/v1/nowhere", { key });
      return [status, headers.get("X-RateLimit-Remaining")];
    };
    expect(await remaining(2)).toEqual([404, "1"]);
    expect(await remaining(10)).toEqual([404, "8"]);
    expect(await remaining(1)).toEqual([429, "0"]);
    expect(await remaining(3)).toEqual([404, "0"]);
  });

  it("When the lookup of the key fails, the 500 response has the rate headers of the client network.", async () => {
    const { db } = createFailingStorage(1, "before").storage;
    const answer = await createApi({ db }).get("/v1/nowhere", { key: "es_unknown" });
    await expectError(answer, 500, "internal_error");
    expect(answer.headers.get("X-RateLimit-Limit")).toBe("60");
  });

  it("When the rate limiter fails, the 500 response has the rate headers of a full window.", async () => {
    const { key } = await seedAccount({ requestsPerMinute: 7 });
    const fail = () => Promise.reject(new Error("The object does not respond."));
    const limiter = {
      take: fail,
      takeForKey: fail,
      cancel: fail,
      countByKey: fail,
      countsInMonth: fail,
    };
    const { db } = createFailingStorage(1, "before").storage;
    for (const [api, sent, limit] of [
      [createApi({ limiter }), { key }, "7"],
      [createApi({ limiter }), {}, "60"],
      [createApi({ limiter, db }), { key }, "60"],
    ] as const) {
      const answer = await api.get("/v1/screenshots", sent);
      await expectError(answer, 500, "internal_error");
      expect(answer.headers.get("X-RateLimit-Limit")).toBe(limit);
      expect(answer.headers.get("X-RateLimit-Remaining")).toBe("0");
    }
  });

  it("Requests for missing images have a window per client network.", async () => {
    const api = createApi();
    const path = `/images/${"a".repeat(32)}.png`;
    const misses = await Promise.all(Array.from({ length: 60 }, () => api.get(path)));
    expect(new Set(misses.map(({ status }) => status))).toEqual(new Set([404]));
    const refused = await api.get(path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    const other = { headers: { "CF-Connecting-IP": "203.0.113.77" } };
    expect((await api.get(path, other)).status).toBe(404);
  });

  it("Requests without a valid key share 60 requests per minute and client address.", async () => {
    const api = createApi();
    const from = (address: string) => ({ headers: { "CF-Connecting-IP": address } });
    const guesses = Array.from({ length: 60 }, (_, i) =>
      api.get(`/v1/capture?api_key=guess${i}`, from("203.0.113.9")),
    );
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(
      new Set([401]),
    );

    const rejected = await api.get("/v1/capture", from("203.0.113.9"));
    await expectError(rejected, 429, "rate_limit_exceeded");
    expect(rejected.headers.get("X-RateLimit-Limit")).toBe("60");

    expect((await api.get("/v1/capture", from("203.0.113.10"))).status).toBe(401);
    const { key } = await seedAccount();
    expect((await api.get("/v1/nowhere", { key, ...from("203.0.113.9") })).status).toBe(404);
  });

  it("The addresses of one IPv6 /64 network share one rate limit.", async () => {
    const api = createApi();
    const guess = (host: number) =>
      api.get("/v1/capture", { headers: { "CF-Connecting-IP": `2001:db8:0:9::${host}` } });
    await Promise.all(Array.from({ length: 60 }, (_, host) => guess(host + 1)));
    await expectError(await guess(61), 429, "rate_limit_exceeded");
  });
});

describe("the log", () => {
  it("Each request logs one line with account, target and outcome, and no secret.", async () => {
    const { key, accountId, keyId } = await seedAccount();
    const lines: Fields[] = [];
    const api = createApi({ ...fakeRender(), lines });

    const query = new URLSearchParams({ url, api_key: key });
    const answer = await api.get(`/v1/capture?${query}`);
    await api.get(`/images/${"a".repeat(32)}.png`);

    // The line about storage may precede the line of the second request.
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
      expect.objectContaining({ path: "/images/[redacted]", status: 404, errorCode: "not_found" }),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/es_|token|private|aaaa/);
    await api.settled();
    expect(lines).toContainEqual({
      requestId: answer.headers.get("X-Request-Id"),
      storeMs: expect.any(Number),
    });
  });

  /** Returns a limiter whose calls all fail with the error. */
  function failingLimiter(error: Error) {
    const fail = () => Promise.reject(error);
    return { take: fail, takeForKey: fail, cancel: fail, countByKey: fail, countsInMonth: fail };
  }

  it("A used-up daily allowance of the Cloudflare plan is 503 until 00:00 UTC, with its reason.", async () => {
    const error = new Error("Exceeded allowed volume of requests in Durable Objects free tier.");
    const answer = await createApi({ limiter: failingLimiter(error) }).get("/v1/usage");
    const { details } = await expectError(answer, 503, "service_unavailable");
    expect(details).toEqual({ reason: "daily_limit" });
    const retryAt = Date.now() + Number(answer.headers.get("Retry-After")) * 1_000;
    const fromMidnight = ((retryAt + 12 * 3_600_000) % 86_400_000) - 12 * 3_600_000;
    expect(Math.abs(fromMidnight)).toBeLessThan(30_000);
  });

  it("An overload of the platform is 503 with Retry-After, and is logged with its cause.", async () => {
    const error = Object.assign(new Error("An object is overloaded."), { overloaded: true });
    const lines: Fields[] = [];
    const api = createApi({ lines, limiter: failingLimiter(error) });
    const answer = await api.get("/v1/usage");
    await expectError(answer, 503, "service_unavailable");
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
    expect(lines[0]).toHaveProperty("error.cause.message", "An object is overloaded.");
  });
});
