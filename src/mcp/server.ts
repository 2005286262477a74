// Creates the MCP server of one request: registers the tools and converts results and errors to tool results.
import { McpServer } from "@modelcontextprotocol/server";
import { ServiceError } from "../contract/errors.ts";
import { validationError } from "../http/validation-errors.ts";
import { inputJsonSchema } from "../http/docs/json-schemas.ts";
import { type ToolCaller, type Tool, tools } from "./tools.ts";

/** Returns a server without state between requests. */
export function createServer(toolCaller: ToolCaller, requestId: string): McpServer {
  const server = new McpServer({ name: "edgeshot", title: "Edgeshot", version: "1.0.0" });
  for (const [name, tool] of Object.entries(tools)) {
    const { description, schema } = tool;
    const inputSchema = {
      "~standard": {
        version: 1 as const,
        vendor: "edgeshot",
        // runTool() validates the input, so that errors have the same form as in the REST API.
        validate: (value: unknown) => ({ value }),
        jsonSchema: { input: () => inputJsonSchema(schema), output: () => inputJsonSchema(schema) },
      },
    };
    server.registerTool(name, { description, inputSchema }, (input) =>
      runTool(toolCaller, tool, input ?? {}, requestId),
    );
  }
  return server;
}

async function runTool(toolCaller: ToolCaller, tool: Tool, input: unknown, requestId: string) {
  try {
    const { json, image } = await tool.run(toolCaller, parseInput(tool, input));
    return {
      content: [
        ...(image === undefined
          ? []
          : [
              {
                type: "image" as const,
                data: image.bytes.toBase64(),
                mimeType: image.contentType,
              },
            ]),
        { type: "text" as const, text: JSON.stringify(json) },
      ],
    };
  } catch (error) {
    // The model can correct its input from the code and the details.
    const failure =
      error instanceof ServiceError
        ? error
        : new ServiceError("internal_error", { details: { requestId }, cause: error });
    const { code, message, details } = failure;
    toolCaller.ctx.log({
      errorCode: code,
      ...(failure.cause === undefined ? {} : { error: failure }),
    });
    const text = JSON.stringify({ error: { code, message, ...(details && { details }) } });
    return { isError: true, content: [{ type: "text" as const, text }] };
  }
}

function parseInput(tool: Tool, input: unknown): unknown {
  const result = tool.schema.safeParse(input);
  if (result.success) return result.data;
  throw validationError(result.error.issues, input);
}
