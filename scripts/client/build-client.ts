// Builds the installable package of the client in dist/client, and the copies that the service serves.
import { execFile } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { buildOnce } from "../lib/build-once.ts";
import { assetsFolder, cache, clientFolder, root } from "../lib/paths.ts";
import { replaceFile } from "../lib/replace-file.ts";
import { contractTypeNames, writeContractTypes } from "./contract-types.ts";

const run = promisify(execFile);

const entry = join(root, "src/client/client.ts");

/** Also export contract types that the methods of the client do not name. */
const EXPORTED_TYPES = [...contractTypeNames, "Settings"];

/** Files of dist/client, and those of them that the service serves. */
const PACKAGE_FILES = ["client.js", "client.d.ts", "package.json", "LICENSE"];
const SERVED_FILES = ["client.js", "client.d.ts"];
const SERVED_PACKAGE = "client.tgz";

/** Every file that the client depends on. npm lists the installed compiler and zod in the last one. */
const INPUTS = [
  "src/{client,contract,lib}/**/*.ts",
  "scripts/{client,lib}/*.ts",
  "package.json",
  "tsconfig.json",
  "LICENSE",
  "node_modules/.package-lock.json",
];

/** Builds the client unless the last build is current. */
export async function prepareClient(): Promise<void> {
  await buildOnce(
    {
      inputs: globSync(INPUTS, { cwd: root })
        .toSorted()
        .map((file) => join(root, file)),
      outputs: [
        ...PACKAGE_FILES.map((file) => join(clientFolder, file)),
        ...[...SERVED_FILES, SERVED_PACKAGE].map((file) => join(assetsFolder, file)),
      ],
      record: join(cache, "client.sha256"),
    },
    buildClient,
  );
}

/** Writes dist/client and returns the sizes of the files in bytes. */
export async function buildClient(): Promise<Record<string, number>> {
  const { name, version, license } = readManifest();
  const [{ code, exports }, declarations] = await Promise.all([bundle(), emitDeclarations()]);
  const banner = `// The client of Edgeshot ${version}. Documentation: docs/client.md\n`;
  const types = [
    banner + writeContractTypes(),
    declarations,
    `export { ${exports.join(", ")} };`,
    `export type { ${EXPORTED_TYPES.join(", ")} };\n`,
  ].join("\n");
  const manifest = {
    name,
    version,
    description: "The client of Edgeshot, a screenshot service.",
    license,
    type: "module",
    sideEffects: false,
    exports: { "./client": { types: "./client.d.ts", default: "./client.js" } },
    files: ["client.js", "client.d.ts"],
    engines: { node: ">=20" },
  };
  const files: Record<string, string> = {
    "client.js": banner + code,
    "client.d.ts": types,
    "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
    LICENSE: readFileSync(join(root, "LICENSE"), "utf8"),
  };
  for (const [file, content] of Object.entries(files))
    replaceFile(join(clientFolder, file), content);
  for (const file of SERVED_FILES) replaceFile(join(assetsFolder, file), files[file] ?? "");
  await packClient();
  return Object.fromEntries(
    Object.entries(files).map(([file, content]) => [file, Buffer.byteLength(content)]),
  );
}

async function bundle(): Promise<{ code: string; exports: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    // Node 20 and browsers of 2023 support this version.
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    metafile: true,
    write: false,
  });
  const [output] = Object.values(metafile.outputs);
  return { code: outputFiles[0]?.text ?? "", exports: output?.exports ?? [] };
}

/** Returns the declarations of src/client as the text of one file, without its imports and exports. */
async function emitDeclarations(): Promise<string> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "client-types-"));
  try {
    const tsc = join(root, "node_modules/.bin/tsc");
    const options = [
      "--ignoreConfig",
      "--declaration",
      "--emitDeclarationOnly",
      // npm run check reports type errors.
      "--noCheck",
      "--skipLibCheck",
      "--allowImportingTsExtensions",
      ...["--rootDir", "src", "--outDir", folder, "--target", "es2024", "--module", "esnext"],
      ...["--moduleResolution", "bundler", "--types", "@cloudflare/workers-types"],
    ];
    await run(tsc, [entry, ...options], { cwd: root });
    const modules = readdirSync(join(folder, "client")).toSorted();
    return modules
      .map((module) => withoutModuleSyntax(readFileSync(join(folder, "client", module), "utf8")))
      .join("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withoutModuleSyntax(declarations: string): string {
  return declarations
    .replaceAll(/^import [^;]+;\n/gm, "")
    .replaceAll(/^export (type )?\{[^;]*;\n/gm, "")
    .replaceAll(/^export /gm, "");
}

/** Packs dist/client to the tarball that the service serves. */
async function packClient(): Promise<void> {
  const folder = mkdtempSync(join(cache, "client-pack-"));
  try {
    // An outer "npm pack" may set another destination and --dry-run in the environment.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^npm_(config|package|lifecycle)_/i.test(name),
      ),
    );
    await run("npm", ["pack", clientFolder, "--pack-destination", folder, "--silent"], {
      cwd: folder,
      env,
    });
    const { name, version } = readManifest();
    // A running service would restart if the file were written again.
    const packed = readFileSync(join(folder, `${name}-${version}.tgz`));
    replaceFile(join(assetsFolder, SERVED_PACKAGE), packed);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readManifest(): { name: string; version: string; license: string } {
  const text = readFileSync(join(root, "package.json"), "utf8");
  return JSON.parse(text) as ReturnType<typeof readManifest>;
}
