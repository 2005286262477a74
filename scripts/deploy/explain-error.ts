// Maps errors of wrangler and Cloudflare's API to the next step. Codes and messages come from wrangler's source, from
// Cloudflare's documentation, or from issues of cloudflare/workers-sdk (by number).

const remedies: [error: RegExp, remedy: string][] = [
  [
    // wrangler; 10000 and 9106 are in its list of authentication errors; 9109: #4551.
    /CLOUDFLARE_API_TOKEN environment variable|Not logged in|code: (10000|9106|9109)\b/,
    "Log in first: npx wrangler login. On a machine without a browser, set CLOUDFLARE_API_TOKEN to a token with the " +
      'template "Edit Cloudflare Workers", with D1 and Queues added.',
  ],
  [
    // wrangler
    /More than one account available/,
    "Your login has several accounts. Select one: set CLOUDFLARE_ACCOUNT_ID to its id.",
  ],
  [
    // #15553, #15467: the login may list databases but not query them.
    /code: 7403\b/,
    "The login may see this database, but not use it. Log in again (npx wrangler login), or give CLOUDFLARE_API_TOKEN the " +
      'permission "D1 Edit". If CLOUDFLARE_ACCOUNT_ID is set, it must be the account of the database. Then deploy again.',
  ],
  [
    // developers.cloudflare.com/r2/api/error-codes (10042); the binding: #15610 (10136).
    /code: (10042|10136)\b/,
    "This account has no R2 yet. Switch it on at https://dash.cloudflare.com/?to=/:account/r2 (it requires a payment " +
      "method and has a free allowance), then deploy again.",
  ],
  [
    // #11210 (100129), #12438 (11002)
    /code: (100129|11002)\b/,
    "This account has no Queues yet. Open https://dash.cloudflare.com/?to=/:account/workers/queues once, or subscribe to " +
      "the plan in the message, then deploy again.",
  ],
  [
    // #5347
    /code: 11004\b|consumer_exists/,
    "Another Worker consumes one of the queues. Choose other queue names in wrangler.toml, or remove that consumer with " +
      "npx wrangler queues consumer remove, then deploy again.",
  ],
  [
    // #8330
    /code: 10088\b/,
    "This account may not use Browser Run yet. Subscribe to the plan in the message, then deploy again.",
  ],
  [
    // wrangler; #9045 (10063)
    /register a workers\.dev subdomain|code: 10063\b/,
    "This account has no workers.dev address yet. Open https://dash.cloudflare.com/?to=/:account/workers once, which " +
      "creates one, then deploy again.",
  ],
  [
    // #11394
    /code: 10034\b/,
    "Verify the e-mail address of your Cloudflare account (https://dash.cloudflare.com/profile), then deploy again.",
  ],
  [
    // #15194
    /code: 10072\b/,
    "This account has no cron trigger left. Remove one of another Worker, then deploy again. Until then the sweep does " +
      "not run.",
  ],
  [
    // wrangler (script_too_large)
    /code: 10027\b/,
    "The Worker is larger than the account's plan allows. npm run deploy -- --dry-run shows its size.",
  ],
  [
    // wrangler, instead of code 7406
    /maximum number of D1 databases/,
    "Remove a database that you do not need (npx wrangler d1 list, npx wrangler d1 delete), then deploy again.",
  ],
  [
    // #14991, #15314, #15690: D1 divides the text of a migration into statements, and some of its versions divide triggers.
    /incomplete input/,
    "D1 has divided a trigger of the migration, and changed nothing. Import the file with the name NAME in the message instead: " +
      "npx wrangler d1 execute DB --remote --file=migrations/NAME. Then record it: npx wrangler d1 execute DB --remote " +
      "--command \"INSERT INTO d1_migrations (name) VALUES ('NAME')\". Then deploy again.",
  ],
  [
    // wrangler
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|fetch failed/,
    "Cloudflare cannot be reached. Check the connection or the proxy, then deploy again.",
  ],
];

const UNKNOWN =
  "Correct the problem above, or wait if Cloudflare has an incident (https://www.cloudflarestatus.com), then deploy " +
  "again. The next run uses the resources that exist already.";

/** Returns an Error with wrangler's message and the next step. */
export function explainError(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  const [, remedy = UNKNOWN] = remedies.find(([pattern]) => pattern.test(message)) ?? [];
  return new Error(`${message.trim()}\n\n${remedy}`);
}
