// Closes a run when the process that opened the run dies. That process holds the other end of the pipe on stdin, so the
// pipe closes when it dies. Argument: the run's folder.
import { resolve } from "node:path";
import { closeRun } from "./runs.ts";

const [folder = ""] = process.argv.slice(2);
// Ctrl-C in a terminal must not end the guard before the run.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.stdin.resume();
process.stdin.on("close", () => void closeRun(resolve(folder)));
