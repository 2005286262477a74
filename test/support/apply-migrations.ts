// Runs before each test file: applies all migrations. Messages that earlier tests left in the queue are processed last.
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach } from "vitest";

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

beforeEach(async () => {
  await env.DB.prepare("UPDATE accounts SET queue_turn_at = 4e12").run();
});
