// Shared tests for every route that requires an API key.
import { describe, expect, it } from "vitest";
import { seedAccount, seedKey } from "./accounts.ts";
import { createApi } from "./api.ts";
import { expectError } from "./expectations.ts";
import { env } from "cloudflare:workers";

type Route = {
  method: string;
  path: string;
  /** Methods that the path does not support. */
  refused: string[];
  allow: string;
};

export function guards({ method, path, refused, allow }: Route) {
  describe("guards", () => {
    const api = createApi();

    it("A request without an API key is rejected.", async () => {
      await expectError(await api.send(method, path), 401, "missing_api_key");
    });

    it.each(["nonsense", `es_${"0".repeat(40)}`, "' OR 1=1 --"])(
      "A request with the key %j is rejected.",
      async (key) => {
        await expectError(await api.send(method, path, { key }), 401, "invalid_api_key");
      },
    );

    it("A revoked key stops working immediately. Other keys of the account continue to work.", async () => {
      const account = await seedAccount();
      const other = await seedKey(account.accountId);
      const accepted = await api.send(method, path, { key: account.key });
      expect(accepted.status).not.toBe(401);

      await env.DB.prepare("UPDATE api_keys SET revoked_at = 1 WHERE id = ?")
        .bind(account.keyId)
        .run();

      await expectError(await api.send(method, path, { key: account.key }), 401, "invalid_api_key");
      expect((await api.send(method, path, { key: other.key })).status).not.toBe(401);
    });

    it("The rate limit of a key applies, and the response contains Retry-After.", async () => {
      const { key } = await seedAccount({ requestsPerMinute: 2 });
      await api.send(method, path, { key });
      const last = await api.send(method, path, { key });
      expect(last.headers.get("X-RateLimit-Limit")).toBe("2");
      expect(last.headers.get("X-RateLimit-Remaining")).toBe("0");

      const rejected = await api.send(method, path, { key });

      await expectError(rejected, 429, "rate_limit_exceeded");
      expect(Number(rejected.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
      expect(Number(rejected.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
    });

    it.each(refused)("The method %s is not allowed.", async (other) => {
      const { key } = await seedAccount();
      const rejected = await api.send(other, path, { key });
      expect(rejected.status).toBe(405);
      expect(rejected.headers.get("Allow")).toBe(allow);
      if (other !== "HEAD") await expectError(rejected, 405, "method_not_allowed");
    });
  });
}
