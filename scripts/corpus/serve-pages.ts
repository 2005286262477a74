// Serves the built pages of the corpus to the service, and measures a few of them at the same time.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const CONCURRENCY = 2;

/** Milliseconds until an image is sent. Images of real pages are not in the cache either. */
const IMAGE_DELAY_MS = 250;

const TYPES: Record<string, string> = { ".js": "text/javascript", ".svg": "image/svg+xml" };

export type PageServer = {
  /** The body of each path. Paths without an ending are pages. */
  built: Map<string, string>;
  origin: string;
  close: () => void;
};

export async function servePages(): Promise<PageServer> {
  const built = new Map<string, string>();
  const server = createServer(({ url = "" }, response) => {
    const body = built.get(url);
    const ending = /\.\w+$/.exec(url)?.[0] ?? "";
    void sleep(ending === ".svg" ? IMAGE_DELAY_MS : 0).then(() => {
      response.writeHead(body === undefined ? 404 : 200, {
        "Content-Type": TYPES[ending] ?? "text/html; charset=utf-8",
      });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { built, origin: `http://localhost:${port}`, close };
}

/** Yields the results in the order of the pages. */
export async function* inTurn<Page, Result>(
  pages: readonly Page[],
  measure: (page: Page, index: number) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (const [index, page] of pages.entries()) {
    const earlier = running[index - CONCURRENCY];
    running.push((earlier ?? Promise.resolve()).then(async () => measure(page, index)));
  }
  for (const result of running) yield await result;
}
