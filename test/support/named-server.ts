// Pages and vendors under their real names, over HTTPS: the browser is told to look for all of them here.
import { createServer } from "node:https";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";
import {
  answerPage,
  answerVendor,
  PAGE_HOSTS,
  vendorHosts,
} from "../capture/site/blocking/pages.ts";

type NamedServer = {
  /** Flags under which a browser finds the names here, and trusts them. */
  browserFlags: string[];
  /** The addresses asked for by a page on this host, or from it, in the order they came. */
  requestsOf: (pageHost: string) => string[];
  stop: () => Promise<void>;
};

/** Names beside those of pages and vendors where a page's own vendor is at home. */
const HOMES = ["www.intercom.com"];

export async function startNamedServer(): Promise<NamedServer> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "site.example" }], {
    keyType: "ec",
  });
  const requests = new Map<string, string[]>();
  const server = createServer({ key, cert }, (request, response) => {
    const host = request.headers.host ?? "";
    const address = `https://${host}${request.url}`;
    const pageHost = isPageHost(host) ? host : refererHost(request);
    requests.set(pageHost, [...(requests.get(pageHost) ?? []), address]);

    const { pathname, searchParams } = new URL(address);
    const ofPage = isPageHost(host) || HOMES.includes(host);
    const answer =
      (ofPage ? answerPage(pathname, searchParams) : undefined) ?? answerVendor(address);
    response.writeHead(answer === undefined ? 404 : 200, {
      "Content-Type": answer?.type ?? "text/plain",
      "Access-Control-Allow-Origin": request.headers.origin ?? "*",
      "Access-Control-Allow-Credentials": "true",
      "Cache-Control": "no-store",
    });
    response.end(answer?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address

  const names = [...PAGE_HOSTS.map((host) => `*.${host}`), ...vendorHosts, ...HOMES];
  const rules = names.map((name) => `MAP ${name} 127.0.0.1:${port}`);
  return {
    browserFlags: [`--host-resolver-rules=${rules.join(",")}`, "--ignore-certificate-errors"],
    requestsOf: (pageHost) => requests.get(pageHost) ?? [],
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function isPageHost(host: string): boolean {
  return PAGE_HOSTS.some((site) => host.endsWith(`.${site}`));
}

function refererHost(request: IncomingMessage): string {
  return URL.parse(request.headers.referer ?? "")?.hostname ?? "";
}
