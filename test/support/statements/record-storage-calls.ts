// A Vite plugin for tests: records which functions of src/storage run, in `globalThis.storageCalls`.

const FUNCTION = /^export (?:async )?function (\w+)/gm;

/** Functions are mutable bindings, so the end of each module can replace them. Other modules then call the replacement. */
export function recordStorageCalls() {
  return {
    name: "record-storage-calls",
    enforce: "pre" as const,
    transform(code: string, id: string) {
      if (!id.includes("/src/storage/")) return undefined;
      const replacements = Array.from(code.matchAll(FUNCTION), ([, name]) => {
        return `const record_${name} = ${name}; ${name} = (...values) => { globalThis.storageCalls?.add("${name}"); return record_${name}(...values); };`;
      });
      return [code, ...replacements].join("\n");
    },
  };
}
