// Responses that need code instead of a static file: delays, redirects, errors, interrupted bodies, and content from the
// request.
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { PNG } from "pngjs";
import { hugeJpeg, hugePng } from "./huge-images.ts";

type Route = (
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
) => void | Promise<void>;

/** The pages of `/variable`, by their `id`. */
const variablePages = new Map<string, string>();

/** Maps each path to its handler. Comments name the query parameters in parentheses, with their defaults. */
export const routes: Record<string, Route> = {
  /** Returns the headers of the request as JSON. */
  "/echo-headers": (request, response) => {
    response
      .writeHead(200, { "Content-Type": "application/json" })
      .end(JSON.stringify(request.headers));
  },

  /** Returns the page in the query (`html`) with a content security policy (`csp`, default: none). */
  "/page": (_request, response, query) => {
    const policy = query.get("csp");
    if (policy !== null) response.setHeader("Content-Security-Policy", policy);
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(query.get("html"));
  },

  /** POST stores a page (`id`), GET returns it. Closes the connection if the page is empty. */
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

  /** Returns the script in the query (`js`). */
  "/script.js": (_request, response, query) => {
    response.writeHead(200, { "Content-Type": "text/javascript" }).end(query.get("js"));
  },

  /** Returns a text to pages of every origin, and accepts preflight requests. `/__hits` counts the requests. */
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

  /** Serves an image of 20,000 × 20,000 pixels in a small file (`format`: png or jpeg). */
  "/huge-image": (_request, response, query) => {
    const file = query.get("format") === "jpeg" ? hugeJpeg() : hugePng();
    response.writeHead(200, { "Content-Type": `image/${query.get("format")}` }).end(file);
  },

  /** Redirects (`to`, `status`: 302). */
  "/redirect": (_request, response, query) => {
    response
      .writeHead(Number(query.get("status") ?? 302), { Location: query.get("to") ?? "/" })
      .end();
  },

  /** Closes the connection after these bytes of the body (`html`, default: none). */
  "/broken-off": (_request, response, query) => {
    response.writeHead(200, { "Content-Type": "text/html", "Content-Length": 100_000 });
    response.flushHeaders();
    response.write(query.get("html") ?? "");
    setImmediate(() => response.destroy());
  },

  /** Returns a page of one colour with any status (`code`, `colour`: green). */
  "/status": (_request, response, query) => {
    sendPage(response, Number(query.get("code") ?? 200), query.get("colour") ?? "green");
  },

  /** Returns a green page with the right credentials (`username`, `password`), otherwise a red page with 401. */
  "/basic-auth": (request, response, query) => {
    const credentials = `${query.get("username") ?? ""}:${query.get("password") ?? ""}`;
    if (request.headers.authorization === `Basic ${Buffer.from(credentials).toString("base64")}`) {
      sendPage(response, 200, "green");
      return;
    }
    response.setHeader("WWW-Authenticate", 'Basic realm="test"');
    sendPage(response, 401, "red");
  },

  /** Returns a PNG of one colour (`colour`: ff0000, `width`: 100, `height`: 100), optionally in `pieces` with `pause` ms between them. */
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

  /** The same as `/colour.png`, at an address without an ending. */
  "/picture": async (request, response, query) => routes["/colour.png"]?.(request, response, query),

  /** Never responds. */
  "/never": () => undefined,

  /** Returns the beginning of a page and never completes the response. */
  "/never-ends": (_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.write("<!doctype html><body style='background:green'>");
  },

  /** Closes the connection without a response. */
  "/reset": (request) => {
    request.socket.destroy();
  },

  /** Returns a download. */
  "/download": (_request, response) => {
    response.writeHead(200, {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": "attachment; filename=data.bin",
    });
    response.end("data");
  },

  /** Returns a page that sets a cookie (`name`, `value`) and shows the cookies of the request. */
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
