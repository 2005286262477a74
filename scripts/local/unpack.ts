// Unpacks the packaged browser into TMPDIR. A process of its own, since the package takes its destination from nowhere
// else, and the variable would mislead whatever runs beside it.
import { join } from "node:path";
import chromium, { inflate } from "@sparticuz/chromium";

const [packed = ""] = process.argv.slice(2);
await Promise.all([chromium.executablePath(packed), inflate(join(packed, "al2023.tar.br"))]);
