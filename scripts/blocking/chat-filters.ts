// The chat vendors kept by hand, in the syntax of the filter lists.
import { readChatVendors } from "./chat-vendors.ts";

export function chatFilters(): string[] {
  return readChatVendors().flatMap(({ site, hosts, selectors }) => [
    ...hosts.map((host) => `||${host}${host.includes("/") ? "" : "^"}$third-party,domain=~${site}`),
    ...selectors.map((selector) => `~${site}##${selector}`),
  ]);
}
