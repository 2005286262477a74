// What wrangler and Cloudflare's API say when they refuse, and what to do about it. Codes and words are those of
// wrangler's source, of Cloudflare's documentation, or of issues of cloudflare/workers-sdk, named by number.

const advice: [says: RegExp, todo: string][] = [
  [
    // wrangler; 10000 and 9106 in its own list of authentication errors; 9109: #4551.
    /CLOUDFLARE_API_TOKEN environment variable|Not logged in|code: (10000|9106|9109)\b/,
    "Log in first: npx wrangler login. Where there is no browser, set CLOUDFLARE_API_TOKEN to a token made from the " +
      'template "Edit Cloudflare Workers", with D1 and Queues added.',
  ],
  [
    // wrangler
    /More than one account available/,
    "Your login has several accounts: set CLOUDFLARE_ACCOUNT_ID to the one to use.",
  ],
  [
    // developers.cloudflare.com/r2/api/error-codes (10042); the binding: #15610 (10136).
    /code: (10042|10136)\b/,
    "This account has no R2 yet. Switch it on at https://dash.cloudflare.com/?to=/:account/r2 (it asks for a payment " +
      "method and has a free allowance), then deploy again.",
  ],
  [
    // #11210 (100129), #12438 (11002)
    /code: (100129|11002)\b/,
    "This account has no Queues yet. Open https://dash.cloudflare.com/?to=/:account/workers/queues once, or take the " +
      "plan that the message names, then deploy again.",
  ],
  [
    // #5347
    /code: 11004\b|consumer_exists/,
    "Another Worker reads one of the queues. Choose other names for them in wrangler.toml, or end that with npx wrangler " +
      "queues consumer remove, then deploy again.",
  ],
  [
    // #8330
    /code: 10088\b/,
    "This account may not use Browser Run yet: take the plan that the message names, then deploy again.",
  ],
  [
    // wrangler; #9045 (10063)
    /register a workers\.dev subdomain|code: 10063\b/,
    "This account has no workers.dev address yet. Open https://dash.cloudflare.com/?to=/:account/workers once, which " +
      "makes one, then deploy again.",
  ],
  [
    // #11394
    /code: 10034\b/,
    "Verify the e-mail address of your Cloudflare account (https://dash.cloudflare.com/profile), then deploy again.",
  ],
  [
    // #15194
    /code: 10072\b/,
    "This account has no cron trigger left: remove one of another Worker, then deploy again. Until then the sweep does " +
      "not run.",
  ],
  [
    // wrangler (script_too_large)
    /code: 10027\b/,
    "The Worker is larger than the account's plan takes: npm run deploy -- --dry-run shows its size.",
  ],
  [
    // wrangler, in the place of code 7406
    /maximum number of D1 databases/,
    "Remove a database that you do not need (npx wrangler d1 list, npx wrangler d1 delete), then deploy again.",
  ],
  [
    // wrangler
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|fetch failed/,
    "Cloudflare cannot be reached from here: look at the connection or the proxy, then deploy again.",
  ],
];

/** Wrangler's own words, and the next step where it is known. */
export function explainError(error: unknown): Error {
  const said = error instanceof Error ? error.message : String(error);
  const [, todo] = advice.find(([says]) => says.test(said)) ?? [];
  return new Error(
    `${said.trim()}\n\n${todo ?? "What was made so far stays, and is used by the next run: mend what is named above, or wait where the fault is Cloudflare's (https://www.cloudflarestatus.com), and run this again."}`,
  );
}
