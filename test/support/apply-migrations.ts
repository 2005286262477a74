// Runs before each test file: applies all migrations. The queue processes messages of earlier tests after those of this
// file.
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach } from "vitest";

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

beforeEach(async () => {
  await env.DB.prepare(
    "UPDATE accounts SET queue_turn_at = 4e12 WHERE queue_turn_at IS NOT 4e12",
  ).run();
});
