// Real storage that fails where a test says so.
import { env } from "cloudflare:workers";
import type { Context } from "../../src/domain/context.ts";
import { createDatabase } from "../../src/storage/database.ts";
import { createImageStore } from "../../src/storage/images.ts";

/** "refused": nothing has happened. "unheard": it has happened, but its answer is lost. */
export type Breakdown = "refused" | "unheard";

type Storage = Pick<Context, "db" | "images">;

/**
 * The real database and bucket, of whose calls the one with this number (from 1) breaks down. `calls` counts them.
 */
export function storageThatBreaks(at: number, breakdown: Breakdown) {
  const state = { calls: 0 };
  const run = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    state.calls++;
    if (state.calls !== at) return work();
    if (breakdown === "unheard") await work();
    throw new Error(`Storage call ${at} was ${breakdown}.`);
  };
  const storage: Storage = {
    db: createDatabase(withCalls(env.DB, ["batch"], run, wrapStatement)),
    images: createImageStore(withCalls(env.IMAGES, ["put", "delete"], run)),
  };
  return { storage, state };

  function wrapStatement(name: string, value: unknown): unknown {
    if (name !== "prepare") return value;
    const prepare = value as (query: string) => D1PreparedStatement;
    return (query: string) => {
      const statement = prepare(query);
      return new Proxy(statement, {
        get: (target, key) =>
          key === "bind"
            ? (...values: unknown[]) =>
                withCalls(target.bind(...values), ["all", "run", "raw", "first"], run)
            : (Reflect.get(target, key) as unknown),
      });
    };
  }
}

/** Storage behind which the consumer is killed: the put with this outcome never answers. */
export function imagesThatKill(stores: "before" | "after"): Pick<Context, "images"> {
  const images = createImageStore(env.IMAGES);
  return {
    images: {
      ...images,
      put: async (...image) => {
        if (stores === "after") await images.put(...image);
        return new Promise(() => {});
      },
    },
  };
}

type Run = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** `target` with these methods run through `run`; the platform's own objects insist on their own `this`. */
function withCalls<Target extends object>(
  target: Target,
  methods: string[],
  run: Run,
  wrap: (name: string, value: unknown) => unknown = (_name, value) => value,
): Target {
  return new Proxy(target, {
    get(_target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function" || typeof name !== "string") return value;
      const call = value.bind(target) as (...args: unknown[]) => Promise<unknown>;
      return methods.includes(name)
        ? (...args: unknown[]) => run(() => call(...args))
        : wrap(name, call);
    },
  });
}
