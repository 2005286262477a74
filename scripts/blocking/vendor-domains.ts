// Reads the domains of each vendor. Blocking must allow a vendor's own site to load from these domains.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Request } from "@ghostery/adblocker";
import { readChatVendors } from "./chat-vendors.ts";
import { root } from "../lib/paths.ts";

type Entity = { domains: string[]; homepage?: string };

/** Returns one array of registrable domains for each vendor with more than one domain. */
export function readVendorDomains(): string[][] {
  const file = join(root, "node_modules/third-party-web/dist/entities-nostats.json");
  const entities = JSON.parse(readFileSync(file, "utf8")) as Entity[];
  return [
    ...entities.map(({ domains, homepage = "" }) => [homepage, ...domains]),
    ...readChatVendors().map(({ site, hosts }) => [site, ...hosts]),
  ]
    .map((names) => [...new Set(names.map(domainOf).filter((domain) => domain !== ""))])
    .filter((domains) => domains.length > 1);
}

/** Returns the registrable domain, or an empty string when the name has none. */
function domainOf(name: string): string {
  const url = `https://${name.replace(/^https?:\/\//, "").replace("*.", "")}`;
  return Request.fromRawDetails({ url }).domain;
}
