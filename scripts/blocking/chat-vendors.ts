// Reads the table of chat vendors (chat-vendors.md) and converts it to filters.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.ts";

export const CHAT_VENDORS_FILE = "src/capture/blocking/chat-vendors.md";

/** One row of the table. chat-vendors.md explains the columns. */
type ChatVendor = {
  name: string;
  site: string;
  hosts: string[];
  selectors: string[];
  /** The address of the documentation, or a reference to an address. */
  source: string;
};

/** Throws an Error when a row does not have five cells. */
export function readChatVendors(): ChatVendor[] {
  const lines = readFileSync(join(root, CHAT_VENDORS_FILE), "utf8").split("\n");
  const head = lines.findIndex((line) => line.startsWith("|---"));
  return lines
    .slice(head + 1)
    .filter((line) => line.startsWith("|"))
    .map(toVendor);
}

/** Returns the vendors' hosts and elements in the syntax of the filter lists. */
export function readChatFilters(): string[] {
  return readChatVendors().flatMap(({ site, hosts, selectors }) => [
    ...hosts.map((host) => `||${host}${host.includes("/") ? "" : "^"}$third-party,domain=~${site}`),
    ...selectors.map((selector) => `~${site}##${selector}`),
  ]);
}

function toVendor(line: string): ChatVendor {
  const cells = line.split("|").slice(1, -1);
  const [name = "", site = "", hosts = "", selectors = "", source = ""] = cells.map((cell) =>
    cell.trim(),
  );
  if (cells.length !== 5 || source === "")
    throw new Error(`${CHAT_VENDORS_FILE}: a row needs five cells and a source: ${line}`);
  return { name, site, hosts: codesIn(hosts), selectors: codesIn(selectors), source };
}

/** Returns the texts between backticks. */
function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}
