// Measures routes when every call to D1, R2, Queues and Durable Objects takes longer, as in another region.
import type { Bench } from "./bench.ts";
import { median, type Series, timeOf } from "./measure.ts";

const LATENCIES_MS = [0, 10, 50, 150];
const WARM_UP = 3;
const REQUESTS = 7;

/** Calls count as concurrent if they start within the latency, so a short one counts too many waits. */
const MIN_COUNTED_MS = 50;

export const LATENCY_HEAD = [
  "request",
  ...LATENCIES_MS.map((latencyMs) => `time at ${latencyMs} ms`),
  "waits until the browser works",
  "waits until the response",
] as const;

type Call = { name: string; depth: number };

/** Yields one line for each route. A wait is a remote call that starts after another one has ended. */
export async function* measureLatency({ pages, startService }: Bench): AsyncGenerator<string[]> {
  const { send, stop } = await startService(
    {},
    0,
    undefined,
    "test/support/worker-with-latency.ts",
  );
  const first = await send("/v1/capture", { url: pages.fresh("small") });
  const id = first.headers.get("X-Screenshot-Id") ?? "";
  const routes: Record<string, () => [path: string, body?: object]> = {
    "binary capture": () => ["/v1/capture", { url: pages.fresh("small") }],
    "capture with `json`": () => [
      "/v1/capture",
      { url: pages.fresh("small"), options: { response_type: "json" } },
    ],
    "batch of 2": () => [
      "/v1/capture/batch",
      { urls: [pages.fresh("small"), pages.fresh("small")] },
    ],
    record: () => [`/v1/screenshots/${id}`],
    "status of a record": () => [`/v1/screenshots/${id}/status`],
    list: () => ["/v1/screenshots"],
    usage: () => ["/v1/screenshots/usage"],
  };
  for (const [name, request] of Object.entries(routes)) {
    const times: string[] = [];
    let calls: Call[] = [];
    for (const latencyMs of LATENCIES_MS) {
      const series: Series = [];
      for (let count = 0; count < WARM_UP + REQUESTS; count += 1) {
        const [path, body] = request();
        const ms = await timeOf(async () => {
          const answer = await send(path, body, { "X-Latency-Ms": String(latencyMs) });
          if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
          if (latencyMs >= MIN_COUNTED_MS)
            calls = JSON.parse(answer.headers.get("X-Remote-Calls") ?? "[]") as Call[];
        });
        if (count >= WARM_UP) series.push(ms);
      }
      times.push(`${median(series).toFixed(0)} ms`);
    }
    const capturing = calls.find((call) => call.name === "BROWSER_SESSION.capture");
    const depth = Math.max(0, ...calls.map((call) => call.depth));
    yield [name, ...times, String(capturing?.depth ?? "–"), String(depth)];
  }
  await stop();
}
