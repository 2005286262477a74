// A database that records how many rows its statements read.
import { env } from "cloudflare:workers";
import { createDatabase } from "../../src/storage/database.ts";

export type Read = { rows: number; statement: string };

/** Returns a database that records the number of rows that each statement reads. */
export function meteredDatabase(reads: Read[]) {
  const texts = new WeakMap<object, string>();
  const note = (statement: object, { meta }: D1Result) =>
    reads.push({ rows: meta.rows_read, statement: texts.get(statement) ?? "" });
  const meter = (statement: D1PreparedStatement, text: string): D1PreparedStatement => {
    texts.set(statement, text);
    const all = async () => {
      const result = await statement.all();
      note(statement, result);
      return result;
    };
    const methods: Partial<D1PreparedStatement> = {
      bind: (...values: unknown[]) => meter(statement.bind(...values), text),
      all: all as D1PreparedStatement["all"],
      run: all as D1PreparedStatement["run"],
      // drizzle reads rows as arrays, which have no meta. A second selection also returns columns with equal names.
      raw: (async () => {
        const { results } = await all();
        return /^select/i.test(text) ? statement.raw() : results.map((row) => Object.values(row));
      }) as D1PreparedStatement["raw"],
    };
    return Object.assign(Object.create(statement) as D1PreparedStatement, methods, { statement });
  };
  const batch = async (
    statements: (D1PreparedStatement & { statement: D1PreparedStatement })[],
  ) => {
    const plain = statements.map(({ statement }) => statement);
    const results = await env.DB.batch(plain);
    results.forEach((result, index) => note(plain[index] ?? {}, result));
    return results;
  };
  return createDatabase({
    prepare: (text: string) => meter(env.DB.prepare(text), text),
    batch,
  } as unknown as D1Database); // drizzle calls only these methods
}
