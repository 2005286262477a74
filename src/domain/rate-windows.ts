// The sliding windows of 60 seconds, in addition to those of API keys and of password attempts.
import { ServiceError } from "../contract/errors.ts";
import { networkOf } from "../lib/network.ts";
import type { Caller } from "./api-keys/authenticate.ts";
import type { Context } from "./context.ts";

/** The limit of an account is this number times the limit of one key. */
const FULL_KEYS_PER_ACCOUNT = 4;

/** Requests for images that do not exist, from one network. */
const MISSING_IMAGES = 60;
/** Requests of a sign-in with GitHub, from one network. Each sign-in sends two. */
const GITHUB_REQUESTS = 40;
/** Test events of one account. Each one sends a request to the receiver. */
const WEBHOOK_TESTS = 20;
/** Forms that one login sends to the dashboard. */
const DASHBOARD_FORMS = 60;
/** Previews of forms that one login requests: the page sends one after each pause while the user enters text. */
const FORM_PREVIEWS = 240;

/** Parts of tall images that the dashboard shows to one account. A comparison page shows three. */
const IMAGE_PARTS = 120;

/** Counts a request in the window. Throws ServiceError(rate_limit_exceeded). */
async function count(ctx: Context, window: string, limit: number): Promise<void> {
  const { allowed, retryAfterSeconds } = await ctx.limiter.take(window, limit);
  if (!allowed) throw new ServiceError("rate_limit_exceeded", { retryAfterSeconds });
}

/** Returns the name of the window that counts the requests of all keys of the account. */
export function keysWindowOf({ accountId }: Pick<Caller, "accountId">): string {
  return `keys-of:${accountId}`;
}

/** Returns the limits of one key and of all keys of the account together. */
export function keyLimitsOf({ limits }: Pick<Caller, "limits">) {
  const keyLimit = limits.requestsPerMinute;
  return { keyLimit, accountLimit: keyLimit * FULL_KEYS_PER_ACCOUNT };
}

/** Counts a capture that a signed link starts. Requests with keys do not share this window. */
export function countLinkCapture(ctx: Context, { accountId, limits }: Caller): Promise<void> {
  return count(ctx, `links-of:${accountId}`, limits.requestsPerMinute);
}

/** Each `count…` function throws ServiceError(rate_limit_exceeded). `address`: the client address, if known. */
export function countMissingImage(ctx: Context, address: string | undefined): Promise<void> {
  return count(ctx, `missing-images:${networkOf(address ?? "local")}`, MISSING_IMAGES);
}

export function countGitHubRequest(ctx: Context, address: string | undefined): Promise<void> {
  return count(ctx, `github:${networkOf(address ?? "local")}`, GITHUB_REQUESTS);
}

export function countWebhookTest(ctx: Context, accountId: string): Promise<void> {
  return count(ctx, `webhook-tests:${accountId}`, WEBHOOK_TESTS);
}

export function countImagePart(ctx: Context, accountId: string): Promise<void> {
  return count(ctx, `image-parts:${accountId}`, IMAGE_PARTS);
}

export function countDashboardForm(ctx: Context, userId: string): Promise<void> {
  return count(ctx, `forms:${userId}`, DASHBOARD_FORMS);
}

export function countFormPreview(ctx: Context, userId: string): Promise<void> {
  return count(ctx, `form-previews:${userId}`, FORM_PREVIEWS);
}
