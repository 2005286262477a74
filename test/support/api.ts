// A client of the app in this isolate with real storage and limiter. Tests can replace parts of the Context.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createApp } from "../../src/app.ts";
import type { Context } from "../../src/domain/context.ts";
import type { Env } from "../../src/env.ts";
import type { Fields } from "../../src/lib/log.ts";
import { wire } from "../../src/wiring.ts";
import { assertDocumented } from "./openapi.ts";

// The Worker loads these modules when it needs them. Load them here, so that their time does not count in a test.
await Promise.all([
  import("../../src/browser/session.ts"),
  import("../../src/identity/better-auth.ts"),
  import("../../src/whole-app.ts"),
]);

type Overrides = Partial<Context> & {
  /** Variables that override those in wrangler.toml. */
  vars?: Record<string, string>;
  /** Bindings that replace those of the test. */
  bindings?: Partial<Env>;
  /** Receives the lines of the log. */
  lines?: Fields[];
};

type Sent = { key?: string; headers?: Record<string, string>; body?: BodyInit };

/**
 * Creates a client. `send` resolves when the response headers arrive; `settled` when all deferred work is complete.
 * Paths are relative to https://edgeshot.test.
 */
export function createApi({ vars, bindings, lines = [], ...overrides }: Overrides = {}) {
  const { render } = overrides;
  // Like the real one, a fake renders after the reservation.
  const renderAccepted: Context["render"] | undefined =
    render &&
    (async (...request) => request[3]?.then(() => render(...request)) ?? render(...request));
  const fakes = { ...overrides, ...(renderAccepted && { render: renderAccepted }) };
  const app = createApp({
    wire: (values, lifetime, log) => ({ ...wire(values, lifetime, log), ...fakes }),
    writeLine: (line) => lines.push(line),
  });
  const lifetimes: ExecutionContext[] = [];
  // A unique client address gives each test a separate rate limit for requests without a key.
  const address = crypto.randomUUID();

  async function send(
    method: string,
    path: string,
    { key, headers = {}, body }: Sent = {},
  ): Promise<Response> {
    const lifetime = createExecutionContext();
    lifetimes.push(lifetime);
    const request = new Request(new URL(path, "https://edgeshot.test"), {
      method,
      headers: {
        "CF-Connecting-IP": address,
        ...(key === undefined ? {} : { "X-API-Key": key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const answer = await app.fetch(request, { ...env, ...vars, ...bindings }, lifetime);
    await assertDocumented(method, new URL(request.url).pathname, answer);
    return answer;
  }

  function sendJson(method: string, path: string, json: unknown, { headers, ...sent }: Sent = {}) {
    return send(method, path, {
      ...sent,
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(json),
    });
  }

  return {
    send,
    get: (path: string, sent?: Sent) => send("GET", path, sent),
    post: (path: string, json: unknown, sent?: Sent) => sendJson("POST", path, json, sent),
    put: (path: string, json: unknown, sent?: Sent) => sendJson("PUT", path, json, sent),
    settled: async () => {
      await Promise.all(lifetimes.splice(0).map(waitOnExecutionContext));
    },
  };
}
