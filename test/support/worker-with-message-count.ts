// The unmodified Worker for `npm run bench -- messages`. GET /bench/messages returns the number of protocol messages that its
// browsers have exchanged.
import worker, { BrowserSession as Session } from "../../src/index.ts";
import type { Env } from "../../src/env.ts";
import { type ProtocolMessage, recordMessages } from "./protocol-messages.ts";

export * from "../../src/index.ts";

/** Objects and requests of a local Worker share one isolate. */
const recorded: ProtocolMessage[][] = [];

export class BrowserSession extends Session {
  constructor(ctx: DurableObjectState, env: Env) {
    const { endpoint, messages } = recordMessages(env.BROWSER);
    recorded.push(messages);
    super(ctx, { ...env, BROWSER: endpoint });
  }
}

export default {
  ...worker,
  async fetch(request, bindings, executionCtx) {
    if (new URL(request.url).pathname !== "/bench/messages")
      return worker.fetch(request, bindings, executionCtx);
    return Response.json(recorded.reduce((sum, { length }) => sum + length, 0));
  },
} satisfies ExportedHandler<Cloudflare.Env>;
