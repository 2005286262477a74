// Fetches the script of /docs/api: one file of Scalar's API reference package. The package is not a dependency, because it
// adds 180 packages that this bundled file already contains.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { assetsFolder, cache } from "../lib/paths.ts";

const PACKAGE = "@scalar/api-reference@1.72.1";
const FILE = "package/dist/browser/standalone.js";
/** SHA-512 of the file. */
const CHECKSUM =
  "b54dc9e1eb84a3995720ccb8d871782944ddba777300cb87a0ec366745aab8d01b76280b55d0323863c92680a686248d5519d281f36a6c1d5576221f3404c432";

const program = join(assetsFolder, "docs/reference.js");

/** Fetches the file unless it exists. An unreachable registry is only a warning, because only /docs/api needs the file. */
export async function prepareReference(): Promise<void> {
  if (existsSync(program)) return;
  try {
    await fetchProgram();
  } catch (error) {
    // The service works without the file. The next start tries again.
    console.error(
      `${PACKAGE} could not be fetched, so /docs/api stays empty until the next start: ${String(error)}`,
    );
  }
}

async function fetchProgram(): Promise<void> {
  mkdirSync(join(assetsFolder, "docs"), { recursive: true });
  const folder = mkdtempSync(join(cache, "reference-"));
  try {
    const run = promisify(execFile);
    await run("npm", ["pack", PACKAGE, "--pack-destination", folder, "--silent"], { cwd: folder });
    const [packed = ""] = readdirSync(folder);
    await run("tar", ["-xzf", packed, FILE], { cwd: folder });
    const file = join(folder, FILE);
    const checksum = createHash("sha512").update(readFileSync(file)).digest("hex");
    if (checksum !== CHECKSUM)
      throw new Error(`${PACKAGE} has an unexpected checksum: ${checksum}. Do not use this file.`);
    renameSync(file, program);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
