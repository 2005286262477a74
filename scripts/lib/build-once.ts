// Skips a build whose inputs and outputs have not changed since its last run.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { replaceFile } from "./replace-file.ts";

export type BuildFiles = {
  /** Every file that the outputs depend on. */
  inputs: string[];
  outputs: string[];
  /** Stores the hash of inputs and outputs. */
  record: string;
};

/** Calls `build`, unless inputs and outputs are those of the last call. Returns whether it called `build`. */
export async function buildOnce(
  { inputs, outputs, record }: BuildFiles,
  build: () => Promise<unknown>,
): Promise<boolean> {
  // A file that changes during the build must cause another build.
  const built = hashFiles(inputs);
  const expected = () => `${built} ${hashFiles(outputs)}`;
  if (existsSync(record) && readFileSync(record, "utf8") === expected()) return false;
  await build();
  replaceFile(record, expected());
  return true;
}

/** Returns a hash of paths and contents. A missing file differs from an empty one. */
function hashFiles(files: string[]): string {
  const hash = createHash("sha256");
  for (const file of files) {
    const content = existsSync(file) ? readFileSync(file) : undefined;
    hash.update(`${file}\0${content?.length ?? "missing"}\0`);
    if (content !== undefined) hash.update(content);
  }
  return hash.digest("hex");
}
