// The vendors of chat widgets that are kept by hand, out of their table.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.ts";

export const CHAT_VENDORS = "src/capture/blocking/chat-vendors.md";

/** The columns of the table, which says what each of them means. */
type ChatVendor = {
  name: string;
  site: string;
  hosts: string[];
  selectors: string[];
  /** An address, or the name that stands for one. */
  source: string;
};

/** Throws an Error for a line that is no row of five cells. */
export function readChatVendors(): ChatVendor[] {
  const lines = readFileSync(join(root, CHAT_VENDORS), "utf8").split("\n");
  const head = lines.findIndex((line) => line.startsWith("|---"));
  return lines
    .slice(head + 1)
    .filter((line) => line.startsWith("|"))
    .map(toVendor);
}

function toVendor(line: string): ChatVendor {
  const cells = line.split("|").slice(1, -1);
  const [name = "", site = "", hosts = "", selectors = "", source = ""] = cells.map((cell) =>
    cell.trim(),
  );
  if (cells.length !== 5 || source === "")
    throw new Error(`${CHAT_VENDORS} has a line that cannot be read: ${line}`);
  return { name, site, hosts: codesIn(hosts), selectors: codesIn(selectors), source };
}

/** What stands between backticks; nothing in a cell with a dash. */
function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}
