/**
 * Packages of the Worker that vitest bundles. Each isolate of the tests loads these few files instead of 800 modules, which
 * takes seconds. A package that is missing here works, too.
 */
export const BUNDLED_PACKAGES = [
  "zod",
  "drizzle-orm",
  "drizzle-orm/batch",
  "drizzle-orm/d1",
  "drizzle-orm/sqlite-core",
  "hono",
  "hono/body-limit",
  "hono/combine",
  "hono/cookie",
  "hono/csrf",
  "hono/factory",
  "hono/html",
  "hono/http-exception",
  "hono/jsx",
  "@hono/zod-validator",
  "@cloudflare/puppeteer",
  "@cloudflare/puppeteer/internal/common/util.js",
  "@ghostery/adblocker",
  "@modelcontextprotocol/server",
  "better-auth",
  "better-auth/adapters/drizzle",
  "better-auth/api",
  "better-auth/cookies",
  "better-auth/minimal",
  "css-tree/selector-parser",
  "css-tree/tokenizer",
  "css-tree/utils",
  "standardwebhooks",
];
