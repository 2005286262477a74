// Counts the remote calls that a request makes one after another, and delays each of them.
import type { Env } from "../../src/env.ts";

/** `depth`: 1 for a call that waits for no other call, 2 for a call that waits for one of those, and so on. */
export type RemoteCall = { name: string; depth: number };

type Run = <Result>(name: string, call: () => Promise<Result>) => Promise<Result>;

const D1_METHODS = ["all", "run", "raw", "first"];
const R2_METHODS = ["head", "get", "put", "delete", "list"];
const QUEUE_METHODS = ["send", "sendBatch", "metrics"];

/**
 * Returns bindings that record their calls in `calls`. Use them for one request. Calls that start within `latencyMs` of each
 * other count as concurrent, so it must exceed the time of the code between two calls.
 */
export function countWaits(env: Env, latencyMs: number): { env: Env; calls: RemoteCall[] } {
  const calls: RemoteCall[] = [];
  let completed = 0;
  const run: Run = async (name, call) => {
    const depth = completed + 1;
    calls.push({ name, depth });
    if (latencyMs > 0) await scheduler.wait(latencyMs);
    try {
      return await call();
    } finally {
      completed = Math.max(completed, depth);
    }
  };
  const counted: Env = {
    ...env,
    DB: countDatabase(env.DB, run),
    IMAGES: intercept(env.IMAGES, "IMAGES", R2_METHODS, run),
    CAPTURES: intercept(env.CAPTURES, "CAPTURES", QUEUE_METHODS, run),
    DELIVERIES: intercept(env.DELIVERIES, "DELIVERIES", QUEUE_METHODS, run),
    RATE_LIMITER: countObjects(env.RATE_LIMITER, "RATE_LIMITER", run),
    BROWSER_POOL: countObjects(env.BROWSER_POOL, "BROWSER_POOL", run),
    BROWSER_SESSION: countObjects(env.BROWSER_SESSION, "BROWSER_SESSION", run),
  };
  return { env: counted, calls };
}

/** Returns the number of calls that follow each other. */
export function depthOf(calls: RemoteCall[]): number {
  return Math.max(0, ...calls.map(({ depth }) => depth));
}

/** Maps each counted statement to the statement of the platform, which batch() requires. */
const statements = new WeakMap<object, D1PreparedStatement>();

function countDatabase(database: D1Database, run: Run): D1Database {
  return override(database, (name, method) => {
    if (name === "prepare")
      return (query: string) => countStatement(database.prepare(query), query, run);
    if (name !== "batch") return method;
    return (batch: D1PreparedStatement[]) =>
      run("DB.batch", () => database.batch(batch.map((each) => statements.get(each) ?? each)));
  });
}

function countStatement(
  statement: D1PreparedStatement,
  query: string,
  run: Run,
): D1PreparedStatement {
  const counted = override(statement, (name, method) => {
    if (name === "bind")
      return (...values: unknown[]) => countStatement(statement.bind(...values), query, run);
    if (!D1_METHODS.includes(name)) return method;
    return (...args: unknown[]) => run(`DB: ${query}`, async () => method(...args));
  });
  statements.set(counted, statement);
  return counted;
}

/** Counts every method of every object. */
function countObjects<Class extends Rpc.DurableObjectBranded>(
  namespace: DurableObjectNamespace<Class>,
  binding: string,
  run: Run,
): DurableObjectNamespace<Class> {
  return override(namespace, (name, method) => {
    if (name !== "get" && name !== "getByName") return method;
    return (...args: unknown[]) => {
      // A call through Function.prototype would be a remote property.
      const stub = method(...args) as Record<string, (...args: unknown[]) => Promise<unknown>>;
      return new Proxy(stub, {
        get: (_stub, key) =>
          typeof key !== "string" || key === "then"
            ? undefined
            : (...parameters: unknown[]) =>
                run(`${binding}.${key}`, async () => stub[key]?.(...parameters)),
      });
    };
  });
}

function intercept<Target extends object>(
  target: Target,
  binding: string,
  methods: string[],
  run: Run,
): Target {
  return override(target, (name, method) =>
    methods.includes(name)
      ? (...args: unknown[]) => run(`${binding}.${name}`, async () => method(...args))
      : method,
  );
}

type Method = (...args: unknown[]) => unknown;

/** Returns a proxy that replaces methods. Platform objects reject a proxy as `this`, so methods are bound to the target. */
function override<Target extends object>(
  target: Target,
  replace: (name: string, method: Method) => unknown,
): Target {
  return new Proxy(target, {
    get(_target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function" || typeof name !== "string") return value;
      return replace(name, (value as Method).bind(target));
    },
  });
}
