// Reads the process table of Linux (/proc). Other systems have no such table, so the functions find no process.
import { readdirSync, readFileSync } from "node:fs";

/** Returns the ids of all processes; an empty list without /proc. */
export function processIds(): number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    // This system has no /proc.
    return [];
  }
}

/** Returns a file of a process; "" when the process has exited or belongs to another user. */
export function readProcess(pid: number, file: "environ" | "cmdline" | "stat"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // The process has exited, belongs to another user, or the system has no /proc.
    return "";
  }
}

/**
 * Returns the start time of a process, which distinguishes it from a later process with the same id. Returns undefined
 * when the process has exited, is a zombie, or the system has no /proc.
 */
export function startTime(pid: number): string | undefined {
  const { state, started } = statOf(pid);
  return state === "Z" || state === "X" ? undefined : started;
}

export function parentOf(pid: number): number | undefined {
  const { parent } = statOf(pid);
  return parent === undefined ? undefined : Number(parent);
}

function statOf(pid: number): { state?: string; parent?: string; started?: string } {
  const text = readProcess(pid, "stat");
  if (text === "") return {};
  // The name, in parentheses, may contain spaces. State, parent and start time are fields 3, 4 and 22.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", parent = "", started = ""] = [fields[0], fields[1], fields[19]];
  return { state, parent, started };
}
