// The real database and bucket, with failures that the test injects.
import { env } from "cloudflare:workers";
import type { Context } from "../../src/domain/context.ts";
import { createDatabase } from "../../src/storage/database.ts";
import { createImageStore } from "../../src/storage/images.ts";

/** "before": the call fails and has no effect. "after": the call takes effect, but its result is lost. */
export type FailureMoment = "before" | "after";

type Storage = Pick<Context, "db" | "images">;

/** Creates storage whose call number `failingCall` (from 1) fails. `state.calls` counts all calls. */
export function createFailingStorage(failingCall: number, moment: FailureMoment) {
  const state = { calls: 0 };
  const run = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    state.calls++;
    if (state.calls !== failingCall) return work();
    if (moment === "after") await work();
    throw new Error(`Storage call ${failingCall} failed ${moment} it took effect.`);
  };
  const storage: Storage = {
    db: createDatabase(interceptMethods(env.DB, ["batch"], run, wrapStatement)),
    images: createImageStore(interceptMethods(env.IMAGES, ["put", "delete"], run)),
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
                interceptMethods(target.bind(...values), ["all", "run", "raw", "first"], run)
            : (Reflect.get(target, key) as unknown),
      });
    };
  }
}

/**
 * Simulates a consumer that is killed before or after the image is stored: `put` never resolves. `hung` resolves when
 * the consumer has reached that point.
 */
export function createHangingImages(moment: FailureMoment) {
  const images = createImageStore(env.IMAGES);
  const hung = Promise.withResolvers<void>();
  const put: typeof images.put = async (...image) => {
    if (moment === "after") await images.put(...image);
    hung.resolve();
    return new Promise(() => {});
  };
  return { images: { ...images, put }, hung: hung.promise };
}

/** Returns a database that never answers, and counts the calls. */
export function createHangingDatabase() {
  const state = { calls: 0 };
  const hang = async () => {
    state.calls += 1;
    return new Promise(() => {});
  };
  const statement = { bind: () => statement, all: hang, raw: hang, run: hang, first: hang };
  // Queries call only these functions.
  const database = { prepare: () => statement, batch: hang } as unknown as D1Database;
  return { database, state };
}

/** Returns the real database, whose batches wait from `pause` to `resume`. */
export function createPausableDatabase() {
  const resumed = Promise.withResolvers<void>();
  let isPaused = false;
  const run: Run = async (work) => {
    if (isPaused) await resumed.promise;
    return work();
  };
  return {
    db: createDatabase(interceptMethods(env.DB, ["batch"], run)),
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      resumed.resolve();
    },
  };
}

type Run = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Returns a proxy of `target` that runs `methods` through `run`. Binds each method to `target`, because platform objects
 * reject a proxy as `this`.
 */
function interceptMethods<Target extends object>(
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
