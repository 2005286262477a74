// What a blocked script is answered with where pages call what it would have defined: functions that do nothing.

/** Names and shapes are those of the vendors' own documentation. */
const STAND_INS: [address: RegExp, standIn: string][] = [
  [/\/tag\/js\/gpt\.js/, source(googlePublisherTag)],
  [/\/pagead\/js\/(?:adsbygoogle|show_ads)\.js/, source(adSense)],
  [/\/apstag\.js/, source(amazonPublisherServices)],
  [/\/fbevents\.js/, source(metaPixel)],
  [/\/\/[^/]*google-analytics\.com\/(?:analytics|ga)\.js/, source(googleAnalytics)],
  [/\/gtag\/js/, source(googleAnalytics)],
];

/** A script in place of the blocked one; empty where nobody calls what it would have defined. */
export function standInFor(address: string): string {
  return STAND_INS.find(([pattern]) => pattern.test(address))?.[1] ?? "";
}

function source(define: (scope: Scope) => void): string {
  return `"use strict"; (${define.toString()})(globalThis);`;
}

/** The page's global object. */
type Scope = Record<string, unknown>;

function googlePublisherTag(scope: Scope): void {
  // Whatever is asked of a slot or a service answers with itself, so that chains of calls go through.
  const service: unknown = new Proxy(() => undefined, {
    get(_target, name) {
      if (name === "then" || typeof name === "symbol") return undefined;
      if (name.startsWith("is")) return () => false;
      return name.startsWith("get") ? () => [] : service;
    },
    apply: () => service,
  });
  const early = scope["googletag"] as { cmd?: (() => void)[] } | undefined;
  const run = (...commands: (() => void)[]) => {
    for (const command of commands) {
      try {
        command();
      } catch {
        // A page's own mistake stops only its own command, as with the real script.
      }
    }
    return commands.length;
  };
  scope["googletag"] = new Proxy(
    { apiReady: true, pubadsReady: true, cmd: { push: run } },
    {
      get: (known, name) =>
        (Reflect.get(known, name) as unknown) ?? (name === "then" ? undefined : service),
    },
  );
  run(...(early?.cmd ?? []));
}

function adSense(scope: Scope): void {
  scope["adsbygoogle"] = { loaded: true, push: () => 1 };
}

function amazonPublisherServices(scope: Scope): void {
  const early = scope["apstag"] as { _Q?: [string, ArrayLike<unknown>][] } | undefined;
  const apstag = {
    init: (_settings: unknown, done?: () => void) => done?.(),
    fetchBids: (_settings: unknown, done?: (bids: unknown[]) => void) => done?.([]),
    setDisplayBids: () => undefined,
    targetingKeys: () => [],
  };
  scope["apstag"] = apstag;
  // Calls made before the script came are kept as the letter and the arguments.
  for (const [name, args] of early?._Q ?? []) {
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

/** Callbacks of what is "sent" are called: pages wait for them before they follow a link or show themselves. */
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
  const early = (scope[name] as { q?: ArrayLike<unknown>[] } | undefined)?.q ?? [];
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
  for (const args of early) ga(...Array.from(args));

  const layer = (scope["dataLayer"] ??= []) as unknown[] & { hide?: { end?: () => void } };
  const push = layer.push.bind(layer);
  layer.push = (...entries) => {
    for (const entry of entries) for (const value of toArray(entry)) callBack(value);
    return push(...entries);
  };
  for (const entry of layer) for (const value of toArray(entry)) callBack(value);
  // Pages that hide themselves until an experiment has been chosen.
  layer.hide?.end?.();

  function toArray(entry: unknown): unknown[] {
    const isArguments = Object.prototype.toString.call(entry) === "[object Arguments]";
    return isArguments ? Array.from(entry as ArrayLike<unknown>) : [entry];
  }
}
