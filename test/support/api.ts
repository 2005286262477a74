// A client of the app in this isolate: real storage and limiter; rendering, time and log planted by the test.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createApp } from "../../src/app.ts";
import type { Context } from "../../src/domain/context.ts";
import type { Fields } from "../../src/lib/log.ts";
import { wire } from "../../src/wiring.ts";
import { assertDocumented } from "./openapi.ts";

type Planted = Partial<Context> & {
  /** Variables of the Worker, instead of those in wrangler.toml. */
  vars?: Record<string, string>;
  /** Where the lines of the log go; nowhere by default. */
  lines?: Fields[];
};

type Sent = { key?: string; headers?: Record<string, string>; body?: BodyInit };

/**
 * `send` resolves as soon as the answer's headers are there; `settled` once all work behind the answers is done.
 * Addresses are paths on https://edgeshot.test.
 */
export function createApi({ vars, lines = [], ...planted }: Planted = {}) {
  const app = createApp({
    wire: (bindings, lifetime, log) => ({ ...wire(bindings, lifetime, log), ...planted }),
    writeLine: (line) => lines.push(line),
  });
  const lifetimes: ExecutionContext[] = [];
  // Each client comes from an address of its own, so that none is slowed by what others sent without a key.
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
    const answer = await app.fetch(request, { ...env, ...vars }, lifetime);
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
