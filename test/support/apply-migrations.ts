// Runs before each test file: its database has the tables of the newest migration. What earlier tests left waiting in
// the queue goes last.
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach } from "vitest";

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

beforeEach(async () => {
  await env.DB.prepare("UPDATE accounts SET queue_turn_at = 4e12").run();
});
