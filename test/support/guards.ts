// What every route behind a key must refuse, whatever it does otherwise.
import { describe, expect, it } from "vitest";
import { seedAccount, seedKey } from "./accounts.ts";
import { createApi } from "./api.ts";
import { expectError } from "./expectations.ts";
import { env } from "cloudflare:workers";

type Route = {
  method: string;
  path: string;
  /** Methods that the path does not answer. */
  refused: string[];
  allow: string;
};

export function guards({ method, path, refused, allow }: Route) {
  describe("guards", () => {
    const api = createApi();

    it("asks for a key", async () => {
      await expectError(await api.send(method, path), 401, "missing_api_key");
    });

    it.each(["nonsense", `es_${"0".repeat(40)}`, "' OR 1=1 --"])(
      "refuses the key %j",
      async (key) => {
        await expectError(await api.send(method, path, { key }), 401, "invalid_api_key");
      },
    );

    it("refuses a key the moment it is revoked, and no other key of the account", async () => {
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

    it("limits the requests of a key, and says when to come back", async () => {
      const { key } = await seedAccount({ requestsPerMinute: 2 });
      await api.send(method, path, { key });
      const last = await api.send(method, path, { key });
      expect(last.headers.get("X-RateLimit-Limit")).toBe("2");
      expect(last.headers.get("X-RateLimit-Remaining")).toBe("0");

      const refusal = await api.send(method, path, { key });

      await expectError(refusal, 429, "rate_limit_exceeded");
      expect(Number(refusal.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
      expect(Number(refusal.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
    });

    it.each(refused)("does not answer %s", async (other) => {
      const { key } = await seedAccount();
      const refusal = await api.send(other, path, { key });
      expect(refusal.status).toBe(405);
      expect(refusal.headers.get("Allow")).toBe(allow);
      if (other !== "HEAD") await expectError(refusal, 405, "method_not_allowed");
    });
  });
}
