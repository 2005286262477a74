// Which domains belong to one vendor: its own site must be able to load its own parts, whatever the lists say of them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Request } from "@ghostery/adblocker";
import { readChatVendors } from "./chat-vendors.ts";
import { root } from "../lib/paths.ts";

type Entity = { domains: string[]; homepage?: string };

/** One array of registrable domains for each vendor that has more than one. */
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

/** "" for what has no domain. */
function domainOf(name: string): string {
  const url = `https://${name.replace(/^https?:\/\//, "").replace("*.", "")}`;
  return Request.fromRawDetails({ url }).domain;
}
