// Serves the pages of the benchmark: generated in memory, never cached, with a counter in each URL.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Pages = {
  /** Returns a URL that was never requested before. */
  fresh: (page: "small" | "requests" | "tall") => string;
  /** Returns a page of this height. Every 20th row differs between two versions. */
  version: (heightPx: number, version: number) => string;
  stop: () => void;
};

const SUB_RESOURCES = 100;
export const TALL_PX = 50_000;
const TALL_ROW_PX = 50;

const STYLE = "<style>body{margin:0;font:20px sans-serif}</style>";
const SENTENCE = "The quick brown fox jumps over the lazy dog. ";

export async function servePages(): Promise<Pages> {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
    const body = bodies[pathname]?.(search);
    response.statusCode = body === undefined ? 404 : 200;
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Content-Type", pathname === "/image" ? "image/svg+xml" : "text/html");
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  let count = 0;
  return {
    fresh: (page) => `http://localhost:${port}/${page}?n=${count++}`,
    version: (heightPx, version) =>
      `http://localhost:${port}/version?px=${heightPx}&version=${version}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const bodies: Record<string, (search: string) => string> = {
  "/small": (search) => page(`<h1>${search}</h1><p>${SENTENCE.repeat(20)}</p>`),
  "/requests": (search) => {
    const images = Array.from(
      { length: SUB_RESOURCES },
      (_, index) => `<img width="50" height="50" src="/image${search}&i=${index}">`,
    );
    return page(images.join(""));
  },
  // Each image has 15 kB, like a small photograph.
  "/image": (search) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="${colorOf(
      search,
    )}"/><!--${"x".repeat(15_000)}--></svg>`,
  "/tall": () => page(rowsOf(TALL_PX)),
  "/version": (search) => {
    const query = new URLSearchParams(search);
    return page(rowsOf(Number(query.get("px")), query.get("version") ?? ""));
  },
};

function rowsOf(heightPx: number, version = ""): string {
  return Array.from({ length: Math.ceil(heightPx / TALL_ROW_PX) }, (_, index) => {
    const height = Math.min(TALL_ROW_PX, heightPx - index * TALL_ROW_PX);
    const text = `${index} ${index % 20 === 0 ? version : ""} ${SENTENCE.repeat(2)}`;
    return `<div style="height:${height}px;overflow:hidden;background:${colorOf(String(index * 37))}">${text}</div>`;
  }).join("");
}

function page(body: string): string {
  return `<!doctype html><title>Bench</title>${STYLE}<body>${body}`;
}

/** Returns a pale colour that depends on the text. */
function colorOf(text: string): string {
  let hue = 0;
  for (const letter of text) hue = (hue * 31 + letter.charCodeAt(0)) % 360;
  return `hsl(${hue} 70% 85%)`;
}
