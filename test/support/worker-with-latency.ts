// The unmodified Worker for `npm run bench -- latency`. The header X-Latency-Ms delays each remote call of a request; the
// header X-Remote-Calls of the response contains the calls.
import worker from "../../src/index.ts";
import { countWaits } from "./remote-waits.ts";

export * from "../../src/index.ts";

export default {
  ...worker,
  async fetch(request, bindings, executionCtx) {
    const { env, calls } = countWaits(bindings, Number(request.headers.get("X-Latency-Ms") ?? 0));
    const answer = await worker.fetch(request, env, executionCtx);
    const counted = new Response(answer.body, answer);
    counted.headers.set(
      "X-Remote-Calls",
      JSON.stringify(calls.map(({ name, depth }) => ({ name: name.slice(0, 40), depth }))),
    );
    return counted;
  },
} satisfies ExportedHandler<Cloudflare.Env>;
