// The local SECRET_KEY, in .dev.vars, where wrangler dev looks for secrets.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { randomBase62 } from "../../src/lib/secrets.ts";
import { root } from "../lib/paths.ts";
import { replaceFile } from "../lib/replace-file.ts";

const file = join(root, ".dev.vars");

/** Adds a random SECRET_KEY where there is none; every other line stays as it is. */
export function ensureSecretKey(): void {
  const lines = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (/^SECRET_KEY\s*=/m.test(lines)) return;
  const separator = lines === "" || lines.endsWith("\n") ? "" : "\n";
  replaceFile(file, `${lines}${separator}SECRET_KEY="${randomBase62(44)}"\n`, 0o600);
}
