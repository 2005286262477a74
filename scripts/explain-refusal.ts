// What wrangler and Cloudflare's API say when they refuse, and what to do about it.

const advice: [says: RegExp, todo: string][] = [
  [
    /CLOUDFLARE_API_TOKEN environment variable|not authenticated|code: (10000|9106|9109)\b/i,
    "Log in first: npx wrangler login. Where there is no browser, set CLOUDFLARE_API_TOKEN to a token made from the " +
      'template "Edit Cloudflare Workers", with D1, Queues and Browser Rendering added.',
  ],
  [
    /more than one account available|mandatory to specify an account ID/i,
    "Your login has several accounts: set CLOUDFLARE_ACCOUNT_ID to the one to use.",
  ],
  [
    /code: 10042\b|enable R2/i,
    "This account has no R2 yet. Switch it on at https://dash.cloudflare.com/?to=/:account/r2 (it asks for a payment " +
      "method and has a free allowance), then deploy again.",
  ],
  [
    /code: (10063|10034)\b|(need|have) to register a workers\.dev subdomain|register a workers\.dev subdomain/i,
    "This account has no workers.dev address yet, or its e-mail address is not verified. Open " +
      "https://dash.cloudflare.com/?to=/:account/workers once, then deploy again.",
  ],
  [
    /code: 10072\b|cron triggers/i,
    "This account has no cron trigger left (5 on the free plan): remove one of another Worker, then deploy again.",
  ],
  [
    /code: 10027\b|exceeded the size limit/i,
    "The Worker is larger than the account's plan takes: npm run deploy -- --dry-run shows its size.",
  ],
  [
    /code: 7406\b|databases per account/i,
    "This account has no database left: remove one with npx wrangler d1 delete, then deploy again.",
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|fetch failed/,
    "Cloudflare cannot be reached from here: look at the connection or the proxy, then deploy again.",
  ],
];

/** Wrangler's own words, and the next step where it is known. */
export function explainRefusal(error: unknown): Error {
  const said = error instanceof Error ? error.message : String(error);
  const [, todo] = advice.find(([says]) => says.test(said)) ?? [];
  return new Error(
    `${said.trim()}\n\n${todo ?? "What was made so far stays, and is used by the next run: mend what is named above, then npm run deploy."}`,
  );
}
