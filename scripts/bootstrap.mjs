// Installs missing dependencies, then runs a command of scripts/commands under the project's Node. Plain JavaScript
// without dependencies, because a fresh clone has no node_modules, and its Node may not run TypeScript.
import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const OLDEST_NODE = 20;
const NODE_FOR_SCRIPTS = 24;
const UNREACHABLE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED/;

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const modules = join(root, "node_modules");
const lockFile = join(root, "package-lock.json");
/** npm writes this file as the last step of an installation. */
const installedLockFile = join(modules, ".package-lock.json");
const projectNode = join(modules, ".bin/node");

// Names that a page contains must not occupy all threads of this process (scripts/local/name-lookups.ts).
process.env.UV_THREADPOOL_SIZE ??= "32";

const [name, ...args] = process.argv.slice(2);
if (majorOf(process.versions.node) < OLDEST_NODE) {
  fail(
    `Edgeshot needs Node ${OLDEST_NODE} or newer, and this is ${process.version}. Install it from https://nodejs.org.`,
  );
}
if (!isInstalled()) install();

const script = join(root, "scripts/commands", `${name}.ts`);
if (majorOf(process.versions.node) >= NODE_FOR_SCRIPTS) {
  process.argv.splice(1, 2, script);
  await import(pathToFileURL(script).href);
} else {
  runUnderProjectNode();
}

function isInstalled() {
  return (
    existsSync(projectNode) &&
    existsSync(installedLockFile) &&
    statSync(lockFile).mtimeMs <= statSync(installedLockFile).mtimeMs
  );
}

function install() {
  // npm would follow the link and delete the dependencies of another checkout.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink())
    fail(
      "node_modules is a link to outdated dependencies. Install in its target, or remove the link.",
    );
  console.error("Installing dependencies …");
  const clean = npm("ci", "--ignore-scripts");
  if (clean.status !== 0) {
    if (UNREACHABLE.test(clean.stderr)) failToReach(clean.stderr);
    // The lock file names packages for other systems, and some registries do not serve them. "npm install" skips these
    // packages, and installs all others in the locked versions.
    const lenient = npm("install", "--no-save", "--ignore-scripts");
    if (lenient.status !== 0)
      fail(`npm could not install the dependencies:\n${clean.stderr}\n${lenient.stderr}`);
  }
  failIfUnlocked();
  // The script of this package downloads Node. No other package needs its script.
  const rebuilt = npm("rebuild", "node");
  if (rebuilt.status !== 0) fail(`npm could not install Node:\n${rebuilt.stderr}`);
  if (!hasRuntime())
    fail(
      `npm installed no Workers runtime for ${process.platform} on ${process.arch}. Use Linux or macOS on x64 or arm64, ` +
        "and do not omit optional dependencies.",
    );

  const now = new Date();
  utimesSync(installedLockFile, now, now);
}

/** "npm install" also installs packages that the lock file does not contain, for example after a change of package.json. */
function failIfUnlocked() {
  const locked = packagesIn(lockFile);
  const unlocked = Object.entries(packagesIn(installedLockFile)).filter(
    ([path, { version, integrity }]) => {
      const expected = locked[path];
      const hash = expected?.integrity ?? integrity;
      return expected?.version !== version || hash !== integrity;
    },
  );
  if (unlocked.length === 0) return;
  rmSync(installedLockFile);
  const names = unlocked.map(([path, { version }]) => `${path} ${version}`).join(", ");
  fail(
    `npm installed packages that package-lock.json does not contain: ${names}. Their scripts did not run. ` +
      "Restore package.json and package-lock.json, or update the lock file with `npm install --ignore-scripts`.",
  );
}

/**
 * @typedef {{ version?: string, integrity?: string }} Package
 * @param {string} path
 * @returns {Record<string, Package>}
 */
function packagesIn(path) {
  const text = readFileSync(path, "utf8");
  const { packages } = /** @type {{ packages: Record<string, Package> }} */ (JSON.parse(text));
  return packages;
}

function hasRuntime() {
  const scope = join(modules, "@cloudflare");
  return (
    existsSync(projectNode) &&
    existsSync(scope) &&
    readdirSync(scope).some((entry) => entry.startsWith("workerd-"))
  );
}

/** @param {string[]} words */
function npm(...words) {
  const args = [...words, "--no-audit", "--no-fund", "--loglevel=error"];
  const program = process.env.npm_execpath;
  // This process can run under the project's Node, which an installation removes first.
  const node = existsSync(process.execPath) ? process.execPath : "node";
  const [command, first] = program?.endsWith(".js") ? [node, [program]] : ["npm", []];
  const { status, stderr, error } = spawnSync(command, [...first, ...args], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  return { status, stderr: error ? String(error) : stderr };
}

function runUnderProjectNode() {
  const path = `${join(modules, ".bin")}:${process.env.PATH ?? ""}`;
  const child = spawn(projectNode, [script, ...args], {
    stdio: "inherit",
    env: { ...process.env, PATH: path },
  });
  // A terminal signals both processes. Forward a signal that only this process received.
  process.on("SIGINT", () => child.kill("SIGINT"));
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGHUP", () => child.kill("SIGHUP"));
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === "SIGINT" ? 130 : 1);
  });
}

/** @param {string} version */
function majorOf(version) {
  return Number(version.split(".")[0]);
}

/** @param {string} output */
function failToReach(output) {
  const reason = output.trim().split("\n").slice(0, 3).join("\n");
  fail(
    `The npm registry cannot be reached. The first start needs it to install dependencies:\n${reason}`,
  );
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
