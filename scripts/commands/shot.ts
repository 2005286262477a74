// npm run shot: captures one page, through the running service or a temporary one.
import { constants, existsSync, statSync } from "node:fs";
import { access, writeFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { FORMATS } from "../../src/contract/capture-options.ts";
import { readDimensions } from "../../src/capture/encode/dimensions.ts";
import type { ErrorDetails } from "../../src/contract/errors.ts";
import { runCommand, UsageError } from "../lib/command.ts";
import { readDemoKey } from "../local/demo-account.ts";
import { isHealthy, type Service, startService, urlOf } from "../local/dev-server.ts";
import { findFreePort } from "../local/port.ts";
import { prepareService } from "../local/prepare.ts";
import { claimCheckout, closeRun, findServices, openRun } from "../local/runs.ts";
import { stopRequested } from "../local/stop-request.ts";
import { optionLines, readFlags, readOptions } from "../lib/shot-flags.ts";

const usage = `npm run -s shot -- URL -o FILE [options]

Captures through this checkout's running service, or starts a temporary one.
EDGESHOT_URL and EDGESHOT_KEY select another service. The extension of FILE selects the format.
Switches: --full-page, --no-full-page or --full-page false. Objects and arrays: as JSON.

${optionLines()}`;

await runCommand(usage, async () => {
  const { url, own, options: given } = readFlags(process.argv.slice(2), ["output"]);
  const { output } = own;
  if (output === undefined) throw new UsageError("Name the file to write: -o page.png");
  await assertWritable(pathOf(output));
  const options = readOptions({ ...formatOf(output, given), ...given });
  const service = await findService();
  try {
    const end = await Promise.race([capture(service, { url, output, options }), service.ended]);
    if (end !== undefined)
      throw new Error("The service stopped before the capture finished. Run the command again.");
  } finally {
    // Stop a temporary service after success and failure alike.
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
    throw new Error(
      `The service at ${service.url} cannot be reached: ${reason}. Start it, or correct EDGESHOT_URL.`,
    );
  });
  if (!answer.ok) throw new Error(await describeError(answer));

  const bytes = new Uint8Array(await answer.arrayBuffer());
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(2);
  await writeFile(pathOf(output), bytes);
  console.log(`${output}: ${bytes.length} bytes${sizeOf(bytes, answer)}, ${seconds} s`);
}

/** Resolves the file against the folder of the caller, because npm runs scripts in the checkout. */
function pathOf(output: string): string {
  return resolve(process.env["INIT_CWD"] ?? "", output);
}

/** Throws a UsageError when the file cannot be written. Runs before the capture, because a capture costs a credit. */
async function assertWritable(file: string): Promise<void> {
  const exists = existsSync(file);
  if (exists && statSync(file).isDirectory())
    throw new UsageError(`${file} is a folder. Name a file in it.`);
  const target = exists ? file : dirname(file);
  if (!existsSync(target)) throw new UsageError(`The folder ${target} does not exist.`);
  await access(target, constants.W_OK).catch(() => {
    throw new UsageError(`${target} is not writable.`);
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
    `${file} has no known extension (${FORMATS.join(", ")}). Rename the file, or set --format.`,
  );
}

async function findService(): Promise<Target> {
  const { EDGESHOT_URL, EDGESHOT_KEY } = process.env;
  // This command does not stop a service that it did not start.
  const existing = { stop: async () => undefined, ended: new Promise<never>(() => undefined) };
  if (EDGESHOT_URL !== undefined) {
    if (EDGESHOT_KEY === undefined)
      throw new UsageError("Set EDGESHOT_KEY to a key of the service at EDGESHOT_URL.");
    return { url: EDGESHOT_URL.replace(/\/+$/, ""), key: EDGESHOT_KEY, ...existing };
  }
  for (const { url } of findServices()) {
    if (await isHealthy(url)) return { url, key: EDGESHOT_KEY ?? readDemoKey() ?? "", ...existing };
  }
  console.error("No service is running. Starting one for this capture …");
  const [host, port] = ["127.0.0.1", await findFreePort()];
  const stopped = stopRequested();
  const run = openRun();
  try {
    const running = await claimCheckout(run, { pid: process.pid, port, url: urlOf(host, port) });
    if (running !== undefined)
      throw new Error(
        `This checkout's service, process ${running.pid}, does not answer. Stop it: kill ${running.pid}`,
      );
    const { demo, browserEnvironment } = await prepareService();
    const onLine = () => undefined;
    const started = await startService({ run, host, port, browserEnvironment, onLine, stopped });
    return { ...started, key: demo.key };
  } catch (error) {
    // The service did not start, so close the run here.
    await closeRun(run.folder);
    throw error;
  }
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
    // A proxy in front of the service returned this response.
    return `The service returned status ${answer.status}: ${text.slice(0, 500)}`;
  }
}
