// Serves hostile pages in a separate process, so that their traffic does not delay the measurements. Sends its port to the
// parent.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { allHostilePages } from "../support/hostile-pages.ts";
import { acceptSocket } from "../support/web-socket.ts";

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  // Uploads are read and discarded.
  request.resume();
  const html = pathname === "/page" ? allHostilePages[searchParams.get("name") ?? ""] : "target";
  response.writeHead(html === undefined ? 404 : 200, {
    "Content-Type": pathname === "/page" ? "text/html" : "text/plain",
    "Cache-Control": "no-store",
  });
  response.end(html === undefined ? "" : `<!doctype html><link rel=icon href="data:,">${html}`);
});
server.on("upgrade", acceptSocket);
server.listen(0, "localhost", () => {
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  process.send?.(port);
});
// The parent has exited.
process.on("disconnect", () => process.exit());
