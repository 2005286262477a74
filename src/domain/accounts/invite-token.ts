// The token in the link of an invite. The database stores only its SHA-256.
import { base62From, randomBase62, sha256Hex } from "../../lib/secrets.ts";
import type { Once } from "../once.ts";

export const INVITE_DAYS = 7;

const TOKEN_LENGTH = 32;

export type InviteToken = { token: string; tokenHash: string; createdAt: Date; expiresAt: Date };

/** Returns the same token for the same `once`. */
export async function createInviteToken(createdAt: Date, once?: Once): Promise<InviteToken> {
  const token =
    once === undefined ? randomBase62(TOKEN_LENGTH) : base62From(once.secret, TOKEN_LENGTH);
  const expiresAt = new Date(createdAt.getTime() + INVITE_DAYS * 24 * 60 * 60 * 1000);
  return { token, tokenHash: await sha256Hex(token), createdAt, expiresAt };
}
