// Starts a browser and exposes its debugging port through a slower connection.
// Arguments: round trip in milliseconds, path of the browser, arguments of the browser.
import { spawn } from "node:child_process";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

const [roundTripMs = "0", program = "", ...args] = process.argv.slice(2);
const oneWayMs = Number(roundTripMs) / 2;

const browser = spawn(program, args, { stdio: ["ignore", "inherit", "pipe"] });
browser.once("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
  process.on(signal, () => browser.kill(signal));

let browserPort = 0;
const server = createServer((client) => {
  const upstream = connect(browserPort, "127.0.0.1");
  forward(client, upstream);
  forward(upstream, client);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo

for await (const line of createInterface(browser.stderr)) {
  const [, foundPort] = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line) ?? [];
  if (foundPort !== undefined) browserPort = Number(foundPort);
  console.error(line.replace(`127.0.0.1:${foundPort}`, `127.0.0.1:${port}`));
}

/** Forwards each chunk after a delay. Timers of equal length fire in the order of their start. */
function forward(from: Socket, to: Socket): void {
  from.setNoDelay(true);
  from.on("data", (chunk) => setTimeout(() => to.writable && to.write(chunk), oneWayMs));
  from.on("end", () => setTimeout(() => to.end(), oneWayMs));
  from.on("error", () => to.destroy());
}
