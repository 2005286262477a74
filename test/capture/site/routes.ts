// Pages and files that no static file can be: they wait, redirect, refuse, break off or depend on the request.
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { PNG } from "pngjs";

type Route = (
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
) => void | Promise<void>;

/** The pages of `/variable`. */
const variablePages = new Map<string, string>();

/** Path → what it answers; what stands in parentheses is the query. */
export const routes: Record<string, Route> = {
  /** The request's headers as JSON. */
  "/echo-headers": (request, response) => {
    response
      .writeHead(200, { "Content-Type": "application/json" })
      .end(JSON.stringify(request.headers));
  },

  /** The page that the request itself carries (`html`), with a content security policy (`csp`, none). */
  "/page": (_request, response, query) => {
    const policy = query.get("csp");
    if (policy !== null) response.setHeader("Content-Security-Policy", policy);
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(query.get("html"));
  },

  /** The page that was last sent here with POST (`id`). While that is empty, the connection is closed. */
  "/variable": async (request, response, query) => {
    const id = query.get("id") ?? "";
    if (request.method === "POST") {
      let html = "";
      for await (const part of request) html += String(part);
      variablePages.set(id, html);
    }
    const html = variablePages.get(id) ?? "";
    if (html === "" && request.method !== "POST") request.socket.destroy();
    else response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(html);
  },

  /** The script that the request itself carries (`js`). */
  "/script.js": (_request, response, query) => {
    response.writeHead(200, { "Content-Type": "text/javascript" }).end(query.get("js"));
  },

  /** Bytes of any kind for every origin, preflight requests answered (counted by `/__hits`). */
  "/target": (_request, response) => {
    response
      .writeHead(200, {
        "Content-Type": "text/plain",
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Headers": "*",
        "Access-Control-Allow-Methods": "*",
      })
      .end("target");
  },

  /** A redirect (`to`, `status` 302). */
  "/redirect": (_request, response, query) => {
    response
      .writeHead(Number(query.get("status") ?? 302), { Location: query.get("to") ?? "/" })
      .end();
  },

  /** An answer that breaks off after these bytes of its body (`html`, none). */
  "/broken-off": (_request, response, query) => {
    response.writeHead(200, { "Content-Type": "text/html", "Content-Length": 100_000 });
    response.flushHeaders();
    response.write(query.get("html") ?? "");
    setImmediate(() => response.destroy());
  },

  /** A page of one colour with any status (`code`, `colour` green). */
  "/status": (_request, response, query) => {
    sendPage(response, Number(query.get("code") ?? 200), query.get("colour") ?? "green");
  },

  /** Red and 401 without the right credentials (`username`, `password`), green with them. */
  "/basic-auth": (request, response, query) => {
    const credentials = `${query.get("username") ?? ""}:${query.get("password") ?? ""}`;
    if (request.headers.authorization === `Basic ${Buffer.from(credentials).toString("base64")}`) {
      sendPage(response, 200, "green");
      return;
    }
    response.setHeader("WWW-Authenticate", 'Basic realm="test"');
    sendPage(response, 401, "red");
  },

  /** A PNG of one colour (`colour` ff0000, `width` 100, `height` 100), in pieces where asked (`pieces`, `pause` ms). */
  "/colour.png": async (_request, response, query) => {
    const size = {
      width: Number(query.get("width") ?? 100),
      height: Number(query.get("height") ?? 100),
    };
    const image = new PNG(size);
    const pixel = Buffer.from(`${query.get("colour") ?? "ff0000"}ff`, "hex");
    for (let at = 0; at < image.data.length; at += 4) pixel.copy(image.data, at);

    const bytes = PNG.sync.write(image);
    const pieceLength = Math.ceil(bytes.length / Number(query.get("pieces") ?? 1));
    response.writeHead(200, { "Content-Type": "image/png", "Access-Control-Allow-Origin": "*" });
    for (let at = 0; at < bytes.length; at += pieceLength) {
      if (at > 0) await sleep(Number(query.get("pause") ?? 100));
      response.write(bytes.subarray(at, at + pieceLength));
    }
    response.end();
  },

  /** Never answers. */
  "/never": () => undefined,

  /** The beginning of a page that never ends. */
  "/never-ends": (_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.write("<!doctype html><body style='background:green'>");
  },

  /** Closes the connection without an answer. */
  "/reset": (request) => {
    request.socket.destroy();
  },

  /** A file that is meant to be saved. */
  "/download": (_request, response) => {
    response.writeHead(200, {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": "attachment; filename=data.bin",
    });
    response.end("data");
  },

  /** A page that sets a cookie (`name`, `value`) and shows the cookies it was sent. */
  "/cookie": (request, response, query) => {
    response.setHeader(
      "Set-Cookie",
      `${query.get("name") ?? "name"}=${query.get("value") ?? "value"}; Path=/`,
    );
    response.writeHead(200, { "Content-Type": "text/plain" }).end(request.headers.cookie ?? "");
  },
};

function sendPage(response: ServerResponse, status: number, colour: string): void {
  response.writeHead(status, { "Content-Type": "text/html" });
  response.end(
    `<!doctype html><title>${status}</title><body style="background:${colour}">${status}</body>`,
  );
}
