// Reads the processes of the subjects of a benchmark from Linux's /proc, which other systems do not have.
import { readdirSync, readFileSync } from "node:fs";

export function descendantsOf(ancestor: string): string[] {
  const children = new Map<string, string[]>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const fields = read(`/proc/${pid}/stat`);
    // The name, in parentheses, may contain spaces. The parent is the second field after it.
    const parent = fields.slice(fields.lastIndexOf(")") + 2).split(" ")[1] ?? "";
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = [...(children.get(ancestor) ?? [])];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** Returns the text of a file; "" if its process has exited. */
export function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process has exited.
    return "";
  }
}

export function isRuntime(pid: string): boolean {
  return read(`/proc/${pid}/comm`).trim() === "workerd";
}

/** Every process of a browser has the arguments of its type or of its debugging port. */
export function isBrowser(pid: string): boolean {
  return /--type=|--remote-debugging-p/.test(read(`/proc/${pid}/cmdline`));
}
