// The program behind /docs: Scalar's API reference, one file out of its npm package. The package itself is no dependency,
// because it brings 180 others that the one file holds already.
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
/** SHA-512 of the file, whatever npm says of the package. */
const CHECKSUM =
  "b54dc9e1eb84a3995720ccb8d871782944ddba777300cb87a0ec366745aab8d01b76280b55d0323863c92680a686248d5519d281f36a6c1d5576221f3404c432";

const program = join(assetsFolder, "docs/reference.js");

/** Fetches the file unless it is there. Without it only /docs stays empty, so a registry out of reach is a warning. */
export async function prepareReference(): Promise<void> {
  if (existsSync(program)) return;
  try {
    await fetchProgram();
  } catch (error) {
    // Everything else works without it, and the next start tries again.
    console.error(`/docs stays empty, since ${PACKAGE} could not be fetched: ${String(error)}`);
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
      throw new Error(`${PACKAGE} does not hold what it held: ${checksum}`);
    renameSync(file, program);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
