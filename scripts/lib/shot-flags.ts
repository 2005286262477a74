// Parses the arguments of npm run shot and npm run link: a URL, flags of the command, and capture options in kebab-case.
import { z } from "zod";
import { optionQueryShape } from "../../src/contract/capture-options-query.ts";
import { optionShape } from "../../src/contract/capture-options.ts";
import { optionSynonyms } from "../../src/contract/option-synonyms.ts";
import { closest } from "../../src/lib/closest.ts";
import { UsageError } from "./command.ts";

export type Flags<Own extends string> = {
  url: string;
  /** Flags of the command, unparsed. */
  own: Partial<Record<Own, string>>;
  /** Maps option names to text, or to an array for a repeated flag. */
  options: Record<string, string | string[]>;
};

/** Throws a UsageError when the URL or the value of a flag is missing, or a flag is unknown. */
export function readFlags<Own extends string>(words: string[], own: readonly Own[]): Flags<Own> {
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith("-")) {
      positionals.push(word);
      continue;
    }
    const [flag = "", ...inline] = word.replace(/^-o$/, "--output").split("=");
    const text = inline.length > 0 ? inline.join("=") : undefined;
    const [name, value] = readFlag(flag, text, rest, own);
    values.set(name, [...(values.get(name) ?? []), value]);
  }

  const [url, ...surplus] = positionals;
  if (url === undefined || surplus.length > 0) throw new UsageError("Pass exactly one URL.");
  const given: Flags<Own>["own"] = {};
  for (const name of own) {
    const [text] = values.get(name) ?? [];
    if (text !== undefined) given[name] = text;
    values.delete(name);
  }
  const options = [...values].map(([name, texts]) => [name, texts.length === 1 ? texts[0] : texts]);
  return { url, own: given, options: Object.fromEntries(options) as Flags<Own>["options"] };
}

/** Parses the given options like a query string. Throws a UsageError that lists every error. */
export function readOptions(given: Flags<never>["options"]): Record<string, unknown> {
  const result = z.strictObject(optionQueryShape).partial().safeParse(given);
  if (result.success) return pick(result.data, Object.keys(given));

  const errors = result.error.issues.map(
    ({ path, message }) => `${[flagOf(String(path[0])), ...path.slice(1)].join(".")} ${message}`,
  );
  throw new UsageError(errors.join("\n"));
}

/** Returns one line for each capture option, for --help. */
export function optionLines(): string {
  const lines = Object.entries(optionShape).map(
    ([name, schema]) => `  --${name.replaceAll("_", "-").padEnd(30)} ${schema.description ?? ""}`,
  );
  return lines.join("\n");
}

/** Removes the defaults that the schema added, because the service applies its own defaults. */
function pick(values: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

function flagOf(name: string): string {
  return `--${name.replaceAll("_", "-")}`;
}

function readFlag(
  flag: string,
  inline: string | undefined,
  rest: string[],
  own: readonly string[],
): [name: string, value: string] {
  const name = flag.replace(/^--?/, "").replaceAll("-", "_");
  const positive = name.replace(/^no_/, "");
  if (positive !== name && isSwitch(positive)) return [positive, "false"];
  if (!own.includes(name) && !Object.hasOwn(optionShape, name)) {
    const meant = closest(name, [...own, ...Object.keys(optionShape)], optionSynonyms);
    const hint = meant === undefined ? "" : `. Did you mean ${flagOf(meant)}?`;
    throw new UsageError(`Unknown option: ${flag}${hint}`);
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
