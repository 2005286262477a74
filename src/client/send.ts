// Sends the requests of the client and retries after Retry-After.
import { readError } from "./error.ts";
import { pause } from "./pause.ts";

export type Settings = {
  /** URL of the service, such as "https://shots.example.com". */
  baseUrl: string;
  apiKey: string;
  /** Maximum total wait for Retry-After per call, in seconds. Default: 60. 0 disables retries. */
  maxWaitSeconds?: number;
  /** Used in place of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
};

export type Call = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Query parameters. Undefined values are omitted. */
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

/** The `data` field of a response. */
export type Data<Answer extends { data: unknown }> = Promise<Answer["data"]>;

export type Send = (path: string, call?: Call) => Promise<Response>;

const DEFAULT_MAX_WAIT_SECONDS = 60;

/** Returns a function that sends requests. It throws EdgeshotError for every error response. */
export function createSend({
  baseUrl,
  apiKey,
  maxWaitSeconds,
  fetch: customFetch,
}: Settings): Send {
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
      const answer = await (customFetch ?? fetch)(request);
      if (answer.ok) return answer;

      const error = await readError(answer);
      const waitMs = (error.retryAfterSeconds ?? Infinity) * 1000;
      if (!(waitMs <= waitLeftMs)) throw error;
      waitLeftMs -= waitMs;
      await pause(waitMs, signal);
    }
  };
}
