// A capture as a Python program that uses only the standard library. The key comes from the environment.
import type { CaptureBody } from "../capture-body.ts";
import { type Dialect, literal } from "./literal.ts";
import { outputFile } from "./output-file.ts";

const dialect: Dialect = { true: "True", false: "False", indent: "    " };

export function pythonSnippet(origin: string, body: CaptureBody): string {
  const file = outputFile(body);
  const lines = [
    "import json",
    "import os",
    "import urllib.request",
    "",
    `body = ${literal(body, dialect)}`,
    "request = urllib.request.Request(",
    `    ${JSON.stringify(`${origin}/v1/capture`)},`,
    "    data=json.dumps(body).encode(),",
    "    headers={",
    `        "X-API-Key": os.environ["EDGESHOT_KEY"],`,
    `        "Content-Type": "application/json",`,
    "    },",
    ")",
    "with urllib.request.urlopen(request) as answer:",
    ...(file === undefined
      ? ["    print(answer.read().decode())"]
      : [
          `    with open(${JSON.stringify(file)}, "wb") as file:`,
          "        file.write(answer.read())",
        ]),
  ];
  return lines.join("\n");
}
