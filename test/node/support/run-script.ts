// Runs the scripts of package.json as separate processes.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/lib/paths.ts";

type Finished = {
  code: number;
  /** The standard output. If the script fails, also the standard error. */
  output: string;
};

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** Runs the command of the script without npm, which takes longer to start than most scripts. */
export function runScript(
  script: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<Finished> {
  const [node, ...command] = (scripts[script] ?? "").split(" ");
  if (node !== "node") throw new Error(`package.json has no script "${script}" that runs node.`);
  return execute(process.execPath, [...command, ...args], environment);
}

/** Runs npm run with these arguments. */
export function npmRun(args: string[]): Promise<Finished> {
  return execute("npm", ["run", ...args]);
}

function execute(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<Finished> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, ...environment } };
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({
        code: error === null ? 0 : Number(error.code),
        output: error === null ? stdout : stdout + stderr,
      }),
    );
  });
}
