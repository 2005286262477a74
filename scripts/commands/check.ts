// npm run check: format, lint with the import fences, types and dead code, side by side; silent when all is well.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { root } from "../lib/paths.ts";

const checks: [name: string, program: string, ...args: string[]][] = [
  ["Format (npm run fix mends it)", "oxfmt", "--list-different", "."],
  ["Lint", "oxlint", "--config", ".oxlint.config.ts", "--deny-warnings", "--format", "unix"],
  ["Types", "tsc", "-b"],
  ["Dead code", "knip", "--no-progress", "--treat-config-hints-as-errors"],
];

const results = await Promise.all(
  checks.map(async ([name, ...command]) => ({ name, ...(await run(command)) })),
);
for (const { name, ok, output } of results) {
  if (!ok) console.error(`${name}:\n${output}`);
}
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;

async function run([program = "", ...args]: string[]): Promise<{ ok: boolean; output: string }> {
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(join(root, "node_modules/.bin", program), args, options, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: `${stdout}${stderr}` });
    });
  });
}
