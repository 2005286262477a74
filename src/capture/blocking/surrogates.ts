// Surrogates for blocked scripts. They define the functions that pages call; the functions do nothing.

/** Names and signatures come from the vendors' documentation. */
const SURROGATES: [address: RegExp, surrogate: string][] = [
  [/\/tag\/js\/gpt\.js/, source(googlePublisherTag)],
  [/\/pagead\/js\/(?:adsbygoogle|show_ads)\.js/, source(adSense)],
  [/\/apstag\.js/, source(amazonPublisherServices)],
  [/\/fbevents\.js/, source(metaPixel)],
  [/\/\/[^/]*google-analytics\.com\/(?:analytics|ga)\.js/, source(googleAnalytics)],
  [/\/gtag\/js/, source(googleAnalytics)],
];

/** Returns the script that replaces the blocked one, or an empty string when pages do not depend on the script. */
export function surrogateFor(address: string): string {
  return SURROGATES.find(([pattern]) => pattern.test(address))?.[1] ?? "";
}

function source(define: (scope: Scope) => void): string {
  return `"use strict"; (${define.toString()})(globalThis);`;
}

/** The page's global object. */
type Scope = Record<string, unknown>;

function googlePublisherTag(scope: Scope): void {
  // All methods of ad slots and services return the same proxy, so that chained calls work.
  const service: unknown = new Proxy(() => undefined, {
    get(_target, name) {
      if (name === "then" || typeof name === "symbol") return undefined;
      if (name.startsWith("is")) return () => false;
      return name.startsWith("get") ? () => [] : service;
    },
    apply: () => service,
  });
  const stub = scope["googletag"] as { cmd?: (() => void)[] } | undefined;
  const run = (...commands: (() => void)[]) => {
    for (const command of commands) {
      try {
        command();
      } catch {
        // An error in one command must not stop the others; the real script behaves in the same way.
      }
    }
    return commands.length;
  };
  scope["googletag"] = new Proxy(
    { apiReady: true, pubadsReady: true, cmd: { push: run } },
    {
      get: (target, name) =>
        (Reflect.get(target, name) as unknown) ?? (name === "then" ? undefined : service),
    },
  );
  run(...(stub?.cmd ?? []));
}

function adSense(scope: Scope): void {
  scope["adsbygoogle"] = { loaded: true, push: () => 1 };
}

function amazonPublisherServices(scope: Scope): void {
  const stub = scope["apstag"] as { _Q?: [string, ArrayLike<unknown>][] } | undefined;
  const apstag = {
    init: (_settings: unknown, done?: () => void) => done?.(),
    fetchBids: (_settings: unknown, done?: (bids: unknown[]) => void) => done?.([]),
    setDisplayBids: () => undefined,
    targetingKeys: () => [],
  };
  scope["apstag"] = apstag;
  // Calls before the script loads are queued as pairs of a method's initial letter and its arguments.
  for (const [name, args] of stub?._Q ?? []) {
    if (name === "f") apstag.fetchBids(args[0], args[1] as (bids: unknown[]) => void);
  }
}

function metaPixel(scope: Scope): void {
  const fbq = () => undefined;
  scope["fbq"] = Object.assign(fbq, {
    callMethod: fbq,
    loaded: true,
    queue: [],
    version: "2.0",
    push: fbq,
  });
  scope["_fbq"] = scope["fbq"];
}

/** Calls the callbacks of tracking calls, because pages wait for them before they follow a link or show content. */
function googleAnalytics(scope: Scope): void {
  const callBack = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    const { hitCallback, event_callback, eventCallback } = value as Record<string, unknown>;
    for (const callback of [hitCallback, event_callback, eventCallback])
      if (typeof callback === "function") setTimeout(callback as () => void, 0);
  };
  const tracker: unknown = new Proxy(() => undefined, {
    get: (_target, name) => (name === "then" || typeof name === "symbol" ? undefined : tracker),
    apply: () => tracker,
  });

  const name =
    typeof scope["GoogleAnalyticsObject"] === "string" ? scope["GoogleAnalyticsObject"] : "ga";
  const queued = (scope[name] as { q?: ArrayLike<unknown>[] } | undefined)?.q ?? [];
  const ga = (...args: unknown[]) => {
    for (const value of args) {
      if (typeof value === "function") (value as (tracker: unknown) => void)(tracker);
      else callBack(value);
    }
  };
  scope[name] = Object.assign(ga, {
    create: () => tracker,
    getAll: () => [],
    getByName: () => tracker,
    loaded: true,
  });
  for (const args of queued) ga(...Array.from(args));

  const layer = (scope["dataLayer"] ??= []) as unknown[] & { hide?: { end?: () => void } };
  const push = layer.push.bind(layer);
  layer.push = (...entries) => {
    for (const entry of entries) for (const value of toArray(entry)) callBack(value);
    return push(...entries);
  };
  for (const entry of layer) for (const value of toArray(entry)) callBack(value);
  // Pages with experiments stay hidden until this function is called.
  layer.hide?.end?.();

  function toArray(entry: unknown): unknown[] {
    const isArguments = Object.prototype.toString.call(entry) === "[object Arguments]";
    return isArguments ? Array.from(entry as ArrayLike<unknown>) : [entry];
  }
}
