// Rules for dependencies and workflows, so that a changed package or action cannot run unnoticed.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../scripts/lib/paths.ts";

type Manifest = Record<"dependencies" | "devDependencies", Record<string, string>>;
type Package = {
  integrity?: string;
  optional?: true;
  os?: string[];
  cpu?: string[];
  libc?: string[];
};
type LockFile = { packages: Record<string, Package> };

const read = (path: string) => readFileSync(join(root, path), "utf8");
const workflows = globSync(".github/workflows/*.yml", { cwd: root });

it("Every dependency has an exact version.", () => {
  const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Manifest;
  const versions = Object.values({ ...dependencies, ...devDependencies });
  expect(versions.filter((version) => !/^(?:npm:\S+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

it("Every locked package for Linux on x64 and arm64 has its hash.", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as LockFile;
  const unlocked = Object.entries(packages).filter(
    ([path, found]) =>
      path !== "" && found.integrity === undefined && !isOnlyForOtherSystems(found),
  );
  expect(unlocked).toEqual([]);
});

/** Some registries do not serve these packages, and npm then locks them without a hash. */
function isOnlyForOtherSystems({ optional, os, cpu, libc }: Package): boolean {
  const isForLinux =
    (os?.includes("linux") ?? true) &&
    (cpu?.some((name) => ["x64", "arm64"].includes(name)) ?? true) &&
    (libc?.includes("glibc") ?? true);
  return optional === true && !isForLinux;
}

it.each(workflows)("%s uses actions by commit.", (path) => {
  const actions = [...read(path).matchAll(/uses: *(\S+)/g)].map(([, action]) => action);
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ""))).toEqual([]);
});

it.each(workflows)("%s runs code of packages only in jobs that cannot write.", (path) => {
  const [head = "", jobs = ""] = read(path).split(/^jobs:$/m);
  expect(head).toMatch(/^permissions: \{\}$|^permissions:\n  contents: read$/m);
  const writing = jobs.split(/^ {2}(?=[a-z-]+:$)/m).filter((job) => job.includes(": write"));
  expect(writing.filter((job) => /\b(?:npm|npx|node) /.test(job))).toEqual([]);
});

it.each(workflows)("%s installs packages without their scripts.", (path) => {
  const steps = read(path)
    .replaceAll(/>-\n +/g, "")
    .split("\n");
  const installing = steps.filter((step) => /\bnpm (?:ci|install)\b/.test(step));
  expect(installing.filter((step) => !step.includes("--ignore-scripts"))).toEqual([]);
});
