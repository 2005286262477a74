// npm start: the whole service on this machine, ready to be called.
import { isHealthy, startService } from "../local/dev-server.ts";
import { runCommand, UsageError } from "../lib/command.ts";
import { type Demo, readDemo } from "../local/demo-account.ts";
import { assertPortFree } from "../local/port.ts";
import { prepareService } from "../local/prepare.ts";
import { findServices, type RunningService } from "../local/runs.ts";

const usage = `npm start

Starts Edgeshot on this machine: installs what is missing, prepares browser and database, serves until Ctrl-C.

  PORT             port to listen on (8787)
  HOST             address to listen on (127.0.0.1)
  CHROME_PATH      browser to use instead of the packaged one
  PRIVATE_TARGETS  private hosts that may be captured (localhost:*)

Every variable of wrangler.toml can be set in the environment, too.`;

await runCommand(usage, async () => {
  const port = Number(process.env["PORT"] ?? 8787);
  const host = process.env["HOST"] ?? "127.0.0.1";
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UsageError("PORT must be a number between 1 and 65535.");
  }
  const running = await findRunning();
  if (running === undefined) {
    await serve(host, port);
    return;
  }
  if (running.port !== port) {
    // Two would write to one database, which locks the one out while the other writes.
    throw new Error(
      `This checkout's service runs already, on port ${running.port}. A checkout has one database, so it runs one ` +
        `service: end that one (kill ${running.pid}), or start from another clone.`,
    );
  }
  console.log(
    `Edgeshot is running already, as process ${running.pid}; to end it: kill ${running.pid}`,
  );
  console.log(summary(running.url, readDemo()));
});

async function findRunning(): Promise<RunningService | undefined> {
  const [service] = findServices();
  if (service === undefined || (await isHealthy(service.url))) return service;
  throw new Error(
    `This checkout's service, process ${service.pid}, runs and does not answer. End it (kill ${service.pid}), ` +
      "then start again.",
  );
}

async function serve(host: string, port: number): Promise<void> {
  console.log("Preparing browser and database …");
  const { demo, browserEnvironment } = await prepareService();
  await assertPortFree(host, port);

  const service = await startService({
    host,
    port,
    browserEnvironment,
    onLine: (line) => console.log(line),
  });
  console.log(summary(service.url, demo));

  const end = await service.ended;
  await service.stop();
  if (end === "failed")
    throw new Error("The service has ended unexpectedly. Start it again: npm start");
}

function summary(url: string, { key, email, password = "(the one you gave it)" }: Demo): string {
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
