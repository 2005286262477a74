// A signed link on behalf of whoever is signed in: made with what the service keeps of a key (docs/decisions.md "Signed links").
import { linkKeyOfHash, signLink } from "../../contract/signed-link.ts";
import { findNewestKey } from "../../storage/api-keys.ts";
import type { Context } from "../context.ts";
import type { Caller } from "./authenticate.ts";

const LINK_DAYS = 30;

/** Works until `expiresAt`, and as long as the key of that name does. */
export type SignedLink = { href: string; keyName: string; expiresAt: Date };

/** Signs with the account's newest key; undefined when it has none, or when the link would be too long. */
export async function signLinkFor(
  ctx: Context,
  { accountId }: Caller,
  serviceUrl: string,
  target: Parameters<typeof signLink>[1],
): Promise<SignedLink | undefined> {
  const key = await findNewestKey(ctx.db, accountId);
  if (key === undefined) return undefined;
  const expiresAt = new Date(ctx.clock().getTime() + LINK_DAYS * 24 * 60 * 60 * 1000);
  try {
    const href = await signLink(serviceUrl, target, expiresAt, linkKeyOfHash(key.secretHash));
    return { href, keyName: key.name, expiresAt };
  } catch (error) {
    // Too long: there is no such link.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
