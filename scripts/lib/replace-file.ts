// Writes a file atomically, so that other processes never read a partial file.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Does not touch a file that already has this content. */
export function replaceFile(path: string, content: string | Uint8Array, mode = 0o644): void {
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, content, { mode });
  renameSync(partial, path);
}
