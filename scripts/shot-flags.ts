// The command line of npm run shot: an address, a file, and the capture options in kebab-case.
import { z } from "zod";
import { optionShape } from "../src/contract/capture-options.ts";
import { UsageError } from "./command.ts";

export type Flags = {
  url: string;
  /** The file to write. */
  output: string;
  /** Option name → its text; an array where the flag was repeated. */
  options: Record<string, string | string[]>;
};

/** Throws a UsageError where the address or the file is missing, or a flag has no value or no meaning or no meaning. */
export function readFlags(words: string[]): Flags {
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith("-")) {
      positionals.push(word);
      continue;
    }
    const [flag = "", ...inline] = word.replace(/^-o$/, "--output").split("=");
    const [name, value] = readFlag(flag, inline.length > 0 ? inline.join("=") : undefined, rest);
    values.set(name, [...(values.get(name) ?? []), value]);
  }

  const output = values.get("output")?.[0];
  values.delete("output");
  const [url, ...surplus] = positionals;
  if (url === undefined || surplus.length > 0) throw new UsageError("Say one address.");
  if (output === undefined) throw new UsageError("Say the file to write: -o page.png");
  const options = [...values].map(([name, texts]) => [name, texts.length === 1 ? texts[0] : texts]);
  return { url, output, options: Object.fromEntries(options) as Flags["options"] };
}

function readFlag(
  flag: string,
  inline: string | undefined,
  rest: string[],
): [name: string, value: string] {
  const name = flag.replace(/^--?/, "").replaceAll("-", "_");
  const positive = name.replace(/^no_/, "");
  if (positive !== name && isSwitch(positive)) return [positive, "false"];
  if (name !== "output" && !Object.hasOwn(optionShape, name)) {
    throw new UsageError(`There is no option ${flag}.`);
  }
  if (inline !== undefined) return [name, inline];
  if (isSwitch(name))
    return [name, ["true", "false"].includes(rest[0] ?? "") ? (rest.shift() ?? "true") : "true"];

  const value = rest.shift();
  if (value === undefined) throw new UsageError(`${flag} needs a value.`);
  return [name, value];
}

function isSwitch(name: string): boolean {
  let schema: unknown = Object.hasOwn(optionShape, name)
    ? optionShape[name as keyof typeof optionShape]
    : undefined;
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    schema = schema.unwrap();
  return schema instanceof z.ZodBoolean;
}
