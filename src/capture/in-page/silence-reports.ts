// Runs at document start in every frame and worker: prevents console messages and reports of uncaught errors. Chromium
// sends every message to the service in full and queues messages without a limit.

/**
 * Replaces the functions of `console` with functions that do nothing, and marks uncaught errors and rejections of a
 * document as handled. A page can notice that `defaultPrevented` is true in its own listeners for `error` and
 * `unhandledrejection`, which run as before. Does not mark the errors of workers, because a handled error would not reach
 * the document that created the worker. Workers send no reports, because browser/connection.ts does not enable them.
 */
export function silenceReports(): void {
  const { console, Reflect } = globalThis;
  for (const name of Reflect.ownKeys(console)) {
    const value: unknown = Reflect.get(console, name);
    // createTask() sends no message, and the task that it returns runs the page's code.
    if (typeof value !== "function" || name === "createTask") continue;
    // context() returns an object with the native functions.
    const silent = (name === "context" ? () => console : () => undefined).bind(undefined);
    Reflect.defineProperty(silent, "name", { value: name, configurable: true });
    Reflect.defineProperty(console, name, { value: silent, writable: true, configurable: true });
  }
  if (typeof document !== "object") return;
  const { preventDefault } = Event.prototype;
  const { apply } = Reflect;
  for (const type of ["error", "unhandledrejection"])
    addEventListener(
      type,
      (event) => {
        // Errors of resources are not cancelable and have an element as target.
        apply(preventDefault, event, []);
      },
      { capture: true },
    );
}
