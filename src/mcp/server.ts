// The Model Context Protocol's server for one request: tools as the SDK wants them, answers and errors as models read them.
import { McpServer } from "@modelcontextprotocol/server";
import { ServiceError } from "../contract/errors.ts";
import { validationError } from "../http/validation-errors.ts";
import { inputJsonSchema } from "../http/docs/json-schemas.ts";
import { type ToolCaller, type Tool, tools } from "./tools.ts";

/** Nothing outlives the request: the key says who asks, the database what is there. */
export function createServer(toolCaller: ToolCaller, requestId: string): McpServer {
  const server = new McpServer({ name: "edgeshot", title: "Edgeshot", version: "1.0.0" });
  for (const [name, tool] of Object.entries(tools)) {
    const { description, schema } = tool;
    const inputSchema = {
      "~standard": {
        version: 1 as const,
        vendor: "edgeshot",
        // Judged in answer(), so that faults are told as they are everywhere else.
        validate: (value: unknown) => ({ value }),
        jsonSchema: { input: () => inputJsonSchema(schema), output: () => inputJsonSchema(schema) },
      },
    };
    server.registerTool(name, { description, inputSchema }, (input) =>
      answer(toolCaller, tool, input ?? {}, requestId),
    );
  }
  return server;
}

async function answer(toolCaller: ToolCaller, tool: Tool, input: unknown, requestId: string) {
  try {
    const { json, image } = await tool.run(toolCaller, read(tool, input));
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
    // A model reads the code and the details, and tries otherwise.
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

function read(tool: Tool, input: unknown): unknown {
  const result = tool.schema.safeParse(input);
  if (result.success) return result.data;
  throw validationError(result.error.issues, input);
}
