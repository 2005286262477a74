// A capture as a module for Node, Bun or Deno. The key comes from the environment.
import type { CaptureBody } from "../capture-body.ts";
import { type Dialect, literal } from "./literal.ts";
import { outputFile } from "./output-file.ts";

const dialect: Dialect = {
  true: "true",
  false: "false",
  // Without brackets, this key would set the prototype.
  key: (name) => (name === "__proto__" ? '["__proto__"]' : undefined),
  indent: "  ",
};

export function javascriptSnippet(origin: string, body: CaptureBody): string {
  const file = outputFile(body);
  const lines = [
    ...(file === undefined ? [] : [`import { writeFile } from "node:fs/promises";`, ""]),
    `const answer = await fetch(${JSON.stringify(`${origin}/v1/capture`)}, {`,
    `  method: "POST",`,
    `  headers: {`,
    `    "X-API-Key": process.env.EDGESHOT_KEY,`,
    `    "Content-Type": "application/json",`,
    `  },`,
    `  body: JSON.stringify(${literal(body, dialect, 1)}),`,
    `});`,
    `if (!answer.ok) throw new Error(await answer.text());`,
    file === undefined
      ? `console.log(await answer.text());`
      : `await writeFile(${JSON.stringify(file)}, new Uint8Array(await answer.arrayBuffer()));`,
  ];
  return lines.join("\n");
}
