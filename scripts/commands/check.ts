// npm run check: checks format, lint with import boundaries, types and dead code in parallel. Prints only errors.
// npm run lint and npm run typecheck run one of these checks.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { runCommand, UsageError } from "../lib/command.ts";
import { root } from "../lib/paths.ts";

const usage = `npm run check | npm run lint | npm run typecheck

Checks format, lint with import boundaries, types and dead code. Prints only errors.`;

const checks: Record<string, [title: string, program: string, ...args: string[]]> = {
  format: ["Format (npm run fix corrects it)", "oxfmt", "--list-different", "."],
  lint: ["Lint", "oxlint", "--config", ".oxlint.config.ts", "--deny-warnings", "--format", "unix"],
  types: ["Types", "tsc", "-b"],
  "dead-code": ["Dead code", "knip", "--no-progress", "--treat-config-hints-as-errors"],
};

await runCommand(usage, async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !Object.hasOwn(checks, name));
  if (unknown !== undefined) throw new UsageError(`Unknown check: ${unknown}`);
  const selected = Object.entries(checks).filter(
    ([name]) => names.length === 0 || names.includes(name),
  );
  const results = await Promise.all(
    selected.map(async ([, [title, ...command]]) => ({ title, ...(await run(command)) })),
  );
  for (const { title, ok, output } of results) {
    if (!ok) console.error(`${title}:\n${output}`);
  }
  if (!results.every(({ ok }) => ok)) process.exitCode = 1;
});

async function run([program = "", ...args]: string[]): Promise<{ ok: boolean; output: string }> {
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(join(root, "node_modules/.bin", program), args, options, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: `${stdout}${stderr}` });
    });
  });
}
