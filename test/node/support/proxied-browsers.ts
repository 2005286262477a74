// Browsers with and without the proxy of a local service, and servers that count the connections of their pages.
import { createSocket } from "node:dgram";
import { globSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import puppeteer, { type Browser } from "puppeteer-core";
import { afterAll } from "vitest";
import { prepareBrowser } from "../../../scripts/local/browser.ts";
import { PLAIN_VARIABLE } from "../../../scripts/local/browser-wrapper.ts";

/** Each page of the tests has its own subdomain of this name. */
export const PUBLIC = "public.example";

/** Functions that run after the tests of a file. */
export const closers: (() => unknown)[] = [];

afterAll(async () => {
  await Promise.all(closers.map((close) => close()));
});

export async function launch(flags: string[]): Promise<Browser> {
  const { XDG_CACHE_HOME = "" } = await prepareBrowser();
  const [program = ""] = globSync(join(XDG_CACHE_HOME, ".wrangler/chrome/*/*/chrome"));
  const browser = await puppeteer.launch({
    executablePath: program,
    headless: "shell",
    args: flags,
    // This browser must not receive the flags of the proxy that serves the test run.
    env: { ...process.env, [PLAIN_VARIABLE]: "yes" },
  });
  closers.push(() => browser.close());
  return browser;
}

/** Listens on a port of this machine and counts its TCP connections and UDP packets. */
export async function setTrap(): Promise<{ port: number; count: () => number }> {
  let hits = 0;
  const server = createServer((socket) => {
    hits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  const packets = createSocket("udp4", () => {
    hits += 1;
  });
  await new Promise<void>((resolve) => packets.bind(port, "127.0.0.1", resolve));
  closers.push(
    () => server.close(),
    () => packets.close(),
  );
  return { port, count: () => hits };
}
