// npm start: runs the whole service on this machine.
import { runCommand, UsageError } from "../lib/command.ts";
import { browserNotices } from "../local/browser-notices.ts";
import { type Demo, readDemo } from "../local/demo-account.ts";
import { isHealthy, startService, urlOf } from "../local/dev-server.ts";
import { assertPortFree } from "../local/port.ts";
import { prepareService } from "../local/prepare.ts";
import { claimCheckout, closeRun, openRun, type Run, type ServiceRecord } from "../local/runs.ts";
import { stopRequested } from "../local/stop-request.ts";

const usage = `npm start

Starts Edgeshot on this machine: installs missing dependencies, prepares browser and database, and serves until Ctrl-C.

  PORT             port to listen on (8787)
  HOST             address to listen on (127.0.0.1)
  CHROME_PATH      browser to use instead of the packaged one
  PRIVATE_TARGETS  private hosts that may be captured (localhost:*; with another HOST only the service itself)

The environment can set every variable of wrangler.toml.`;

await runCommand(usage, async () => {
  const port = Number(process.env["PORT"] ?? 8787);
  const host = process.env["HOST"] ?? "127.0.0.1";
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UsageError("PORT must be a number between 1 and 65535.");
  }
  const stopped = stopRequested();
  const run = openRun();
  // Programs that prepare the service are part of the run, too.
  Object.assign(process.env, run.environment);
  try {
    const running = await claimCheckout(run, { pid: process.pid, port, url: urlOf(host, port) });
    if (running !== undefined) await reportRunning(running, port);
    else await serve({ run, host, port, stopped });
  } finally {
    // Stop all processes of the run after any failure.
    await closeRun(run.folder);
  }
});
// An interrupted preparation still waits for programs.
process.exit();

/** Throws an Error when the running service has another port or does not answer. */
async function reportRunning({ pid, port, url }: ServiceRecord, wantedPort: number): Promise<void> {
  if (!(await isHealthy(url))) {
    throw new Error(
      `This checkout's service, process ${pid}, is running but does not answer. Stop it (kill ${pid}), then start again.`,
    );
  }
  if (port !== wantedPort) {
    // Two services would use one database, and each write would block the other service.
    throw new Error(
      `This checkout's service is already running, on port ${port}. A checkout has one database, so it runs one ` +
        `service. Stop it (kill ${pid}), or start from another clone.`,
    );
  }
  console.log(
    `Edgeshot is already running, as process ${pid}. To apply new settings, stop it first: kill ${pid}`,
  );
  console.log(summary(url, readDemo()));
}

type Place = { run: Run; host: string; port: number; stopped: Promise<"stopped"> };

async function serve(place: Place): Promise<void> {
  console.log("Preparing browser and database …");
  const prepared = await Promise.race([prepareService(), place.stopped]);
  if (prepared === "stopped") return;
  const { demo, browserEnvironment } = prepared;
  await assertPortFree(place.host, place.port);

  const onLine = (line: string) => console.log(line);
  const service = await startService({ ...place, browserEnvironment, onLine });
  console.log(summary(service.url, demo));
  for (const notice of await browserNotices(browserEnvironment)) console.log(`${notice}\n`);

  const end = await service.ended;
  await service.stop();
  if (end === "failed")
    throw new Error("The service exited unexpectedly. Start it again: npm start");
}

function summary(url: string, { key, email, password = "(the one you set)" }: Demo): string {
  const body = JSON.stringify({ url: `${url}/` });
  return `
Edgeshot is ready at ${url}

Dashboard: ${url}/sign-in
  Email:    ${email}
  Password: ${password}

API key: ${key}

Capture its welcome page:

  curl -fsS ${url}/v1/capture -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '${body}' -o welcome.png
`;
}
