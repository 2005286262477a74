// Stands in the place of a browser: starts it, and offers its debugging port through a connection that takes longer.
// Arguments: milliseconds of a round trip, the browser, the browser's own arguments.
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
const server = createServer((near) => {
  const far = connect(browserPort, "127.0.0.1");
  pass(near, far);
  pass(far, near);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address

for await (const line of createInterface(browser.stderr)) {
  const [, offered] = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line) ?? [];
  if (offered !== undefined) browserPort = Number(offered);
  console.error(line.replace(`127.0.0.1:${offered}`, `127.0.0.1:${port}`));
}

/** Timers of the same length end in the order in which they began. */
function pass(from: Socket, to: Socket): void {
  from.setNoDelay(true);
  from.on("data", (chunk) => setTimeout(() => to.writable && to.write(chunk), oneWayMs));
  from.on("end", () => setTimeout(() => to.end(), oneWayMs));
  from.on("error", () => to.destroy());
}
