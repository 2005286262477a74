// POST /mcp: a stateless Model Context Protocol server over streamable HTTP.
import { createMcpHandler } from "@modelcontextprotocol/server";
import * as z from "zod";
import { addressBase } from "../http/address-base.ts";
import { factory } from "../http/hono.ts";
import { keyRequired } from "../http/middleware/authenticate.ts";
import { allowMethods } from "../http/middleware/allow-methods.ts";
import { sizeLimit } from "../http/middleware/json-body.ts";
import { ownOriginOnly } from "./origin.ts";
import { createServer } from "./server.ts";
import { toolAliases } from "./tools.ts";

/** Each HTTP request counts once in the rate window, so it may contain only one call. */
const ARRAY_ERROR = {
  jsonrpc: "2.0",
  id: null,
  error: {
    code: -32_600,
    message: "Arrays of messages are not supported. Send each message in a separate request.",
  },
} as const;

export const mcpRoutes = factory
  .createApp()
  .all("/mcp", ownOriginOnly(), keyRequired(), allowMethods("POST"))
  .post("/mcp", sizeLimit(), async (c) => {
    const body = await c.req.text();
    if (isArray(body)) return c.json(ARRAY_ERROR, 400);
    const { ctx, caller, requestId } = c.var;
    const toolCaller = { ctx, caller, base: addressBase(c) };
    const handler = createMcpHandler(() => createServer(toolCaller, requestId), {
      onerror: (error) => ctx.log({ mcpError: error }),
    });
    const response = await handler.fetch(
      new Request(c.req.url, {
        method: "POST",
        headers: c.req.raw.headers,
        body: renameTool(body),
      }),
    );
    // Adds the headers of the protocol to those of the service.
    return c.newResponse(response.body, response);
  });

const toolCall = z.looseObject({
  method: z.literal("tools/call"),
  params: z.looseObject({ name: z.string() }),
});

/** Replaces the former name of a tool in a call. Returns any other text unchanged. */
function renameTool(body: string): string {
  try {
    const { data } = toolCall.safeParse(JSON.parse(body));
    const name = toolAliases.get(data?.params.name ?? "");
    return name === undefined
      ? body
      : JSON.stringify({ ...data, params: { ...data?.params, name } });
  } catch {
    // The handler rejects invalid JSON.
    return body;
  }
}

/** Returns whether the text can only be a JSON array. Invalid JSON is rejected later. */
function isArray(json: string): boolean {
  return /^[ \t\r\n]*\[/.test(json);
}
