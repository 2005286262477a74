// One request of the client: its key, its body, and waiting as long as Retry-After says.
import { readError } from "./error.ts";
import { pause } from "./pause.ts";

export type Settings = {
  /** Where the service answers, such as "https://shots.example.com". */
  baseUrl: string;
  apiKey: string;
  /** Seconds that a call may spend waiting because of Retry-After, over all its tries; 60 by default, 0 never waits. */
  maxWaitSeconds?: number;
  /** Instead of the global fetch. */
  fetch?: (request: Request) => Promise<Response>;
};

export type Call = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Path → value; what is undefined is left out. */
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

export type Send = (path: string, call?: Call) => Promise<Response>;

const DEFAULT_MAX_WAIT_SECONDS = 60;

/** The returned function throws EdgeshotError for every answer but a success. */
export function createSend({ baseUrl, apiKey, maxWaitSeconds, fetch: ask }: Settings): Send {
  const base = baseUrl.replace(/\/+$/, "");
  return async (path, { method = "GET", query = {}, body, headers = {}, signal } = {}) => {
    const url = new URL(base + path);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));

    let waitLeftMs = (maxWaitSeconds ?? DEFAULT_MAX_WAIT_SECONDS) * 1000;
    for (;;) {
      const request = new Request(url, {
        method,
        headers: {
          "X-API-Key": apiKey,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      });
      const answer = await (ask ?? fetch)(request);
      if (answer.ok) return answer;

      const error = await readError(answer);
      const waitMs = (error.retryAfterSeconds ?? Infinity) * 1000;
      if (!(waitMs <= waitLeftMs)) throw error;
      waitLeftMs -= waitMs;
      await pause(waitMs, signal);
    }
  };
}
