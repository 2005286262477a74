// Signs a capture link for the dashboard, with the stored hash of an API key (docs/decisions/signed-links.md).
import { linkKeyOfHash, signLink } from "../../contract/signed-link.ts";
import { findNewestKey } from "../../storage/api-keys.ts";
import type { Context } from "../context.ts";
import type { Caller } from "./authenticate.ts";

const LINK_DAYS = 30;

/** A link that works until `expiresAt`, at most until its key expires, or until its key is revoked. */
export type SignedLink = { href: string; keyName: string; expiresAt: Date };

/** Signs with the account's newest key. Returns undefined if the account has no key or the link is too long. */
export async function signLinkFor(
  ctx: Context,
  { accountId }: Caller,
  serviceUrl: string,
  target: Parameters<typeof signLink>[1],
): Promise<SignedLink | undefined> {
  const now = ctx.clock();
  const key = await findNewestKey(ctx.db, accountId, now);
  if (key === undefined) return undefined;
  const linkExpiresAt = now.getTime() + LINK_DAYS * 24 * 60 * 60 * 1000;
  const expiresAt = new Date(Math.min(linkExpiresAt, key.expiresAt?.getTime() ?? Infinity));
  try {
    const href = await signLink(serviceUrl, target, expiresAt, linkKeyOfHash(key.secretHash));
    return { href, keyName: key.name, expiresAt };
  } catch (error) {
    // signLink throws a RangeError if the link is too long.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
