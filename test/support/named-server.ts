// Serves pages and vendors under their real host names over HTTPS. The proxy of the browser connects these names to this
// server. Without a proxy, browser flags have the same effect.
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

/** A host that the proxy of the browser replaces (scripts/local/proxy-target.ts). */
export type Substitute = { name: string; address: string; port?: number };

type NamedServer = {
  substitutes: Substitute[];
  /** Flags that make a browser resolve the names to this server and accept its certificate. */
  browserFlags: string[];
  /** Returns the URLs that a page on this host requested, and requests to the host, in order of arrival. */
  requestsOf: (pageHost: string) => string[];
  stop: () => Promise<void>;
};

/** Additional host names: the home pages of vendors. */
const VENDOR_HOMES = ["www.intercom.com"];

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
    const ofPage = isPageHost(host) || VENDOR_HOMES.includes(host);
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
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo

  const names = [...PAGE_HOSTS.map((host) => `*.${host}`), ...vendorHosts, ...VENDOR_HOMES];
  const rules = names.map((name) => `MAP ${name} 127.0.0.1:${port}`);
  return {
    substitutes: names.map((name) => ({ name, address: "127.0.0.1", port })),
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
