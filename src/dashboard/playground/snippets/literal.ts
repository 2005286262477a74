// A JSON value as it stands in the source of a program.

/** How a language writes what JSON writes otherwise. Strings are the same in all of them. */
export type Dialect = {
  true: string;
  false: string;
  /** The key of an entry, where a quoted string would not do. */
  key?: (name: string) => string | undefined;
  indent: string;
};

/** In several lines where there are entries. The first line is not indented, the others by `depth`. */
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
