// Tests how the first command of a clone installs dependencies: in the locked versions, and without scripts of packages.
import { execFile } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { root } from "../../scripts/lib/paths.ts";

const locked = { "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } };

type Packages = Record<string, { version: string; integrity?: string }>;

it("Dependencies are installed from the lock file, and only the package of Node runs its script.", async () => {
  const result = await bootstrap({ installed: locked });
  expect(result).toMatchObject({ output: "started", code: 0 });
  expect(result.commands).toEqual(["ci --ignore-scripts", "rebuild node"]);
});

it("If the registry does not serve packages of other systems, the other packages have the locked versions.", async () => {
  const result = await bootstrap({ installed: locked, cleanFails: true });
  expect(result).toMatchObject({ output: "started", code: 0 });
  expect(result.commands).toEqual([
    "ci --ignore-scripts",
    "install --no-save --ignore-scripts",
    "rebuild node",
  ]);
});

it.each<[string, Packages]>([
  ["in another version", { "node_modules/a": { version: "1.0.1", integrity: "sha512-a" } }],
  ["with another hash", { "node_modules/a": { version: "1.0.0", integrity: "sha512-b" } }],
  ["that is not locked", { ...locked, "node_modules/b": { version: "2.0.0" } }],
])("A package %s stops the installation before a script runs.", async (_case, installed) => {
  const result = await bootstrap({ installed, cleanFails: true });
  expect(result.code).toBe(1);
  expect(result.output).toMatch(/packages that package-lock\.json does not contain: \S+ \d/);
  expect(result.commands).not.toContain("rebuild node");
  // The next command installs again.
  expect(result.isInstalled).toBe(false);
});

/** Runs scripts/bootstrap.mjs in a new checkout, with a program in the place of npm that installs `installed`. */
async function bootstrap({
  installed,
  cleanFails = false,
}: {
  installed: Packages;
  cleanFails?: boolean;
}) {
  const checkout = mkdtempSync(join(tmpdir(), "edgeshot-bootstrap-"));
  onTestFinished(() => rmSync(checkout, { recursive: true }));
  const write = (path: string, text: string) => writeFileSync(join(checkout, path), text);
  mkdirSync(join(checkout, "scripts/commands"), { recursive: true });
  copyFileSync(join(root, "scripts/bootstrap.mjs"), join(checkout, "scripts/bootstrap.mjs"));
  write("scripts/commands/begin.ts", `console.log("started")`);
  write("package-lock.json", JSON.stringify({ packages: locked }));
  write("package.json", `{ "type": "module" }`);
  write(
    "npm.js",
    `import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
    const words = process.argv.slice(2).filter((word) => !/^--(no-audit|no-fund|loglevel)/.test(word));
    appendFileSync("commands", words.join(" ") + "\\n");
    if (words[0] === "ci" && ${cleanFails}) process.exit(1);
    mkdirSync("node_modules/.bin", { recursive: true });
    mkdirSync("node_modules/@cloudflare/workerd-x", { recursive: true });
    if (words[0] === "rebuild") writeFileSync("node_modules/.bin/node", "");
    else writeFileSync("node_modules/.package-lock.json", ${JSON.stringify(JSON.stringify({ packages: installed }))});`,
  );
  const { code, output } = await run(checkout);
  return {
    code,
    output,
    commands: readFileSync(join(checkout, "commands"), "utf8").trim().split("\n"),
    isInstalled: existsSync(join(checkout, "node_modules/.package-lock.json")),
  };
}

function run(checkout: string): Promise<{ code: number; output: string }> {
  const env = { ...process.env, npm_execpath: join(checkout, "npm.js") };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(checkout, "scripts/bootstrap.mjs"), "begin"],
      { env },
      (error, stdout, stderr) =>
        resolve({
          code: error === null ? 0 : Number(error.code),
          output: error === null ? stdout.trim() : stderr,
        }),
    );
  });
}
