// npm run fix: applies automatic lint fixes and formats all files.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../lib/paths.ts";

for (const [program, ...args] of [
  ["oxlint", "--config", ".oxlint.config.ts", "--fix"],
  ["oxfmt", "."],
] as const) {
  const { status } = spawnSync(join(root, "node_modules/.bin", program), args, {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
