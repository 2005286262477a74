// The token in the link of an invite. The database stores only its SHA-256.
import { randomBase62, sha256Hex } from "../../lib/secrets.ts";

export const INVITE_DAYS = 7;

const TOKEN_LENGTH = 32;

export type InviteToken = { token: string; tokenHash: string; createdAt: Date; expiresAt: Date };

export async function createInviteToken(createdAt: Date): Promise<InviteToken> {
  const token = randomBase62(TOKEN_LENGTH);
  const expiresAt = new Date(createdAt.getTime() + INVITE_DAYS * 24 * 60 * 60 * 1000);
  return { token, tokenHash: await sha256Hex(token), createdAt, expiresAt };
}
