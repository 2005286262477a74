// Writes a file so that no other process ever reads half of it.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Leaves a file that already reads so alone. */
export function replaceFile(path: string, content: string, mode = 0o644): void {
  if (existsSync(path) && readFileSync(path, "utf8") === content) return;
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, content, { mode });
  renameSync(partial, path);
}
