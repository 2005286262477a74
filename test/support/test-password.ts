// Replaces better-auth's hashing of passwords in tests (test/vitest.config.ts). Hashing the password of test users takes little
// CPU time. Other passwords are hashed as in the service, which takes 70 ms.
import { randomBytes, scryptSync } from "node:crypto";
import * as real from "../../node_modules/@better-auth/utils/dist/password.node.mjs";

/** The password of the users that visitor.ts creates. */
export const PASSWORD = "correct horse battery staple";

export async function hashPassword(password: string): Promise<string> {
  if (password !== PASSWORD) return real.hashPassword(password);
  const salt = randomBytes(16).toString("hex");
  return `${salt}:${hashQuickly(salt)}`;
}

export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [salt = "", key] = hash.split(":");
  const isTestHash = key === hashQuickly(salt);
  return isTestHash ? password === PASSWORD : real.verifyPassword(hash, password);
}

function hashQuickly(salt: string): string {
  return scryptSync(PASSWORD, salt, 64, { N: 2 }).toString("hex");
}
