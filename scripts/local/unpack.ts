// Unpacks the packaged browser into TMPDIR. Runs as a separate process, because the package reads its destination only
// from TMPDIR, and a changed TMPDIR would affect other code of the caller.
import { join } from "node:path";
import chromium, { inflate } from "@sparticuz/chromium";

const [packed = ""] = process.argv.slice(2);
await Promise.all([chromium.executablePath(packed), inflate(join(packed, "al2023.tar.br"))]);
