// Runs the playground's code snippets in a shell, in Node and in Python, with any input.
import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { CaptureBody } from "../../src/dashboard/playground/capture-body.ts";
import { curlSnippet } from "../../src/dashboard/playground/snippets/curl.ts";
import { javascriptSnippet } from "../../src/dashboard/playground/snippets/javascript.ts";
import { pythonSnippet } from "../../src/dashboard/playground/snippets/python.ts";

const origin = "https://shots.example.com";
const nasty = [
  "it's",
  `"quoted"`,
  "'; touch /tmp/owned; echo '",
  "$(id) `id` ${HOME} $HOME",
  "back\\slash \\n \\",
  "line\nbreak\ttab\r",
  "\u2028\u2029 \u0000 \u007f",
  "</script><!-- ${`x`} -->",
  "emoji 🦊 and ümläuts",
  "{braces} %s {{x}} f'{1+1}'",
  "true",
];

const bodies: [string, CaptureBody][] = [
  ["only a URL", { url: "https://example.com" }],
  [
    "every kind of value",
    {
      url: "https://example.com/a?b='c'&d=\"e\"",
      name: "it's",
      options: {
        format: "webp",
        full_page: true,
        selector_scroll_into_view: false,
        delay: 250,
        device_scale_factor: 1.5,
        wait_until: ["load", "networkidle0"],
        hide_selectors: ["#a", "[data-x='y']"],
        clip: { x: 0, y: 1, width: 2, height: 3 },
        cookies: [{ name: "a", value: "b", secure: true }],
      },
    },
  ],
  ["no file", { url: "https://example.com", options: { response_type: "json" } }],
  ...nasty.map((text): [string, CaptureBody] => [
    JSON.stringify(text),
    {
      html: text,
      name: text,
      options: { styles: text, headers: { "X-A": text }, local_storage: { [text]: text } },
    },
  ]),
  [
    "the name of a prototype",
    {
      url: "https://example.com",
      options: { local_storage: Object.fromEntries([["__proto__", "kept"]]) },
    },
  ],
];

describe("curl", () => {
  it.each(bodies)("The curl snippet sends the request body: %s.", (_, body) => {
    // printf ends each argument with a NUL byte, which arguments cannot contain.
    const script = `curl() { printf '%s\\0' "$@"; }\n${curlSnippet(origin, body)}`;
    const env = { EDGESHOT_KEY: "es_key", PATH: process.env["PATH"] ?? "" };
    const args = execFileSync("sh", ["-c", script], { env }).toString().split("\0");

    expect(args.slice(0, 2)).toEqual(["-fsS", `${origin}/v1/capture`]);
    expect(args).toContain("X-API-Key: es_key");
    expect(JSON.parse(args[args.indexOf("-d") + 1] ?? "")).toEqual(body);
  });
});

describe("JavaScript", () => {
  it.each(bodies)("The JavaScript snippet sends the request body: %s.", (_, body) => {
    const before = `globalThis.fetch = async (url, init) => { console.log(JSON.stringify({ url, init })); process.exit(); };`;
    // Imports are hoisted, so the snippet can follow this line.
    const { stdout } = run(
      process.execPath,
      ["--input-type=module", "-"],
      `${before}\n${javascriptSnippet(origin, body)}`,
    );

    const { url, init } = JSON.parse(stdout) as {
      url: string;
      init: { body: string; headers: object };
    };
    expect(url).toBe(`${origin}/v1/capture`);
    expect(init.headers).toMatchObject({ "X-API-Key": "es_key" });
    expect(JSON.parse(init.body)).toEqual(body);
  });
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe.skipIf(!hasPython)("Python", () => {
  it.each(bodies)("The Python snippet sends the request body: %s.", (_, body) => {
    const before = [
      "import sys, urllib.request",
      "def show(request):",
      "    sys.stdout.write(request.full_url + ' ' + request.headers['X-api-key'] + ' ' + request.data.decode())",
      "    sys.exit()",
      "urllib.request.urlopen = show",
    ].join("\n");
    const { stdout } = run("python3", ["-"], `${before}\n${pythonSnippet(origin, body)}`);

    const [url, key, ...data] = stdout.split(" ");
    expect([url, key]).toEqual([`${origin}/v1/capture`, "es_key"]);
    expect(JSON.parse(data.join(" "))).toEqual(body);
  });
});

function run(program: string, args: string[], input: string) {
  const env = { EDGESHOT_KEY: "es_key", PATH: process.env["PATH"] ?? "" };
  const { stdout, stderr } = spawnSync(program, args, { input, env, encoding: "utf8" });
  expect(stderr).toBe("");
  return { stdout };
}
