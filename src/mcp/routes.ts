// POST /mcp: a stateless Model Context Protocol server over streamable HTTP.
import { createMcpHandler } from "@modelcontextprotocol/server";
import { addressBase } from "../http/address-base.ts";
import { factory } from "../http/hono.ts";
import { keyRequired } from "../http/middleware/authenticate.ts";
import { allowMethods } from "../http/middleware/allow-methods.ts";
import { ownOriginOnly } from "./origin.ts";
import { createServer } from "./server.ts";

const MAX_BODY_BYTES = 2 * 1024 * 1024;

export const mcpRoutes = factory
  .createApp()
  .all("/mcp", ownOriginOnly(), keyRequired(), allowMethods("POST"))
  .post("/mcp", async (c) => {
    const { ctx, caller, requestId } = c.var;
    const toolCaller = { ctx, caller, base: addressBase(c) };
    const handler = createMcpHandler(() => createServer(toolCaller, requestId), {
      maxRequestBodySize: MAX_BODY_BYTES,
      onerror: (error) => ctx.log({ mcpError: error }),
    });
    const response = await handler.fetch(c.req.raw);
    // Adds the headers of the protocol to those of the service.
    return c.newResponse(response.body, response);
  });
