// npm run shot: one capture in one line, through the running service or one that is started for it.
import { constants, existsSync, statSync } from "node:fs";
import { access, writeFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { FORMATS } from "../../src/contract/capture-options.ts";
import { readDimensions } from "../../src/capture/encode/dimensions.ts";
import type { ErrorDetails } from "../../src/contract/errors.ts";
import { runCommand, UsageError } from "../lib/command.ts";
import { readDemoKey } from "../local/demo-account.ts";
import { isHealthy, type Service, startService } from "../local/dev-server.ts";
import { findFreePort } from "../local/port.ts";
import { prepareService } from "../local/prepare.ts";
import { findServices } from "../local/runs.ts";
import { optionLines, readFlags, readOptions } from "../lib/shot-flags.ts";

const usage = `npm run -s shot -- URL -o FILE [options]

Captures through this checkout's running service, or starts one for the occasion.
EDGESHOT_URL and EDGESHOT_KEY name another service. The format follows from the ending of FILE.
Switches: --full-page, --no-full-page or --full-page false. Objects and arrays: as JSON.

${optionLines()}`;

await runCommand(usage, async () => {
  const { url, own, options: given } = readFlags(process.argv.slice(2), ["output"]);
  const { output } = own;
  if (output === undefined) throw new UsageError("Say the file to write: -o page.png");
  await assertWritable(pathOf(output));
  const options = readOptions({ ...formatOf(output, given), ...given });
  const service = await findService();
  try {
    const end = await Promise.race([capture(service, { url, output, options }), service.ended]);
    if (end !== undefined) throw new Error("The service ended before the capture was done.");
  } finally {
    // Whatever came of it, a service that was started for the occasion ends.
    await service.stop();
  }
});

type Target = Pick<Service, "stop" | "ended"> & { url: string; key: string };

async function capture(
  service: Target,
  { url, output, options }: { url: string; output: string; options: Record<string, unknown> },
): Promise<void> {
  const startedAt = performance.now();
  const answer = await fetch(`${service.url}/v1/capture`, {
    method: "POST",
    headers: { "X-API-Key": service.key, "Content-Type": "application/json" },
    body: JSON.stringify({ url, options }),
  }).catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Error(`The service at ${service.url} cannot be reached: ${reason}`);
  });
  if (!answer.ok) throw new Error(await describeError(answer));

  const bytes = new Uint8Array(await answer.arrayBuffer());
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(2);
  await writeFile(pathOf(output), bytes);
  console.log(`${output}: ${bytes.length} bytes${sizeOf(bytes, answer)}, ${seconds} s`);
}

/** npm runs scripts in the checkout; a file is meant to be where the user is. */
function pathOf(output: string): string {
  return resolve(process.env["INIT_CWD"] ?? "", output);
}

/** Before the capture, which costs a credit. */
async function assertWritable(file: string): Promise<void> {
  const isThere = existsSync(file);
  if (isThere && statSync(file).isDirectory()) throw new UsageError(`${file} is a folder.`);
  const place = isThere ? file : dirname(file);
  if (!existsSync(place)) throw new UsageError(`There is no folder ${place}.`);
  await access(place, constants.W_OK).catch(() => {
    throw new UsageError(`${place} cannot be written to.`);
  });
}

function sizeOf(bytes: Uint8Array, answer: Response): string {
  if (!answer.headers.get("Content-Type")?.startsWith("image/")) return "";
  const { widthPx, heightPx } = readDimensions(bytes);
  return `, ${widthPx} × ${heightPx} pixels`;
}

function formatOf(file: string, given: object): { format?: string } {
  const ending = extname(file).slice(1).toLowerCase().replace("jpg", "jpeg");
  const format = FORMATS.find((known) => known === ending);
  if (format !== undefined) return { format };
  if (ending === "" || "format" in given || "response_type" in given) return {};
  throw new UsageError(
    `${file} ends in no format: ${FORMATS.join(", ")}. Name the file so, or say --format.`,
  );
}

async function findService(): Promise<Target> {
  const { EDGESHOT_URL, EDGESHOT_KEY } = process.env;
  // A service of somebody else's is not ours to end.
  const foreign = { stop: async () => undefined, ended: new Promise<never>(() => undefined) };
  if (EDGESHOT_URL !== undefined) {
    if (EDGESHOT_KEY === undefined)
      throw new UsageError("Set EDGESHOT_KEY to a key of the service at EDGESHOT_URL.");
    return { url: EDGESHOT_URL.replace(/\/+$/, ""), key: EDGESHOT_KEY, ...foreign };
  }
  for (const { url } of findServices()) {
    if (await isHealthy(url)) return { url, key: EDGESHOT_KEY ?? readDemoKey() ?? "", ...foreign };
  }
  console.error("No service is running; starting one for this capture …");
  const { demo, browserEnvironment } = await prepareService();
  const started = await startService({
    host: "127.0.0.1",
    port: await findFreePort(),
    browserEnvironment,
    onLine: () => undefined,
  });
  return { ...started, key: demo.key };
}

async function describeError(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const { error } = JSON.parse(text) as {
      error: { code: string; message: string; details?: ErrorDetails };
    };
    const details = Object.entries(error.details ?? {}).map(
      ([name, value]) => `  ${name}: ${String(value)}`,
    );
    return [`${error.code}: ${error.message}`, ...details].join("\n");
  } catch {
    // Not the service's own answer: something stands before it.
    return `The service answered ${answer.status}: ${text.slice(0, 500)}`;
  }
}
