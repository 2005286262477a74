// Writes a JSON value as a literal of a programming language.

/** The differences between a language and JSON. Strings are equal in all supported languages. */
export type Dialect = {
  true: string;
  false: string;
  /** Returns the key of an entry when a quoted string does not work. */
  key?: (name: string) => string | undefined;
  indent: string;
};

/** Writes lists and objects with entries on several lines. Indents all lines but the first by `depth`. */
export function literal(value: unknown, dialect: Dialect, depth = 0): string {
  if (typeof value === "boolean") return value ? dialect.true : dialect.false;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? "[]" : "{}";
  const entries = isList
    ? value.map((item) => literal(item, dialect, depth + 1))
    : Object.entries(value).map(([name, item]) => {
        const key = dialect.key?.(name) ?? JSON.stringify(name);
        return `${key}: ${literal(item, dialect, depth + 1)}`;
      });
  if (entries.length === 0) return `${open}${close}`;
  const inside = dialect.indent.repeat(depth + 1);
  return `${open}\n${entries.map((entry) => `${inside}${entry},\n`).join("")}${dialect.indent.repeat(depth)}${close}`;
}
