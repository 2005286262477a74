// Creates the MCP server of one request: registers the tools and converts results and errors to tool results.
import { McpServer } from "@modelcontextprotocol/server";
import { ServiceError } from "../contract/errors.ts";
import { validationError } from "../http/validation-errors.ts";
import { inputJsonSchema, outputJsonSchema } from "../http/docs/json-schemas.ts";
import { type ToolCaller, type Tool, tools } from "./tools.ts";

const INSTRUCTIONS =
  "Edgeshot captures web pages as images and PDF files. Use edgeshot_capture to see one page, and edgeshot_capture_many for " +
  "up to 50 pages without looking at them. A capture costs one credit; a failed capture costs nothing. Errors contain a " +
  "code and details that name each invalid option. Screenshots stay stored until edgeshot_delete removes them.";

/** Returns a server without state between requests. */
export function createServer(toolCaller: ToolCaller, requestId: string): McpServer {
  const server = new McpServer(
    { name: "edgeshot", title: "Edgeshot", version: "1.0.0" },
    { instructions: INSTRUCTIONS },
  );
  for (const [name, tool] of Object.entries(tools)) {
    const { title, description, hints: annotations } = tool;
    server.registerTool(
      name,
      {
        title,
        description,
        annotations,
        // runTool() validates the input, so that errors have the same form as in the REST API.
        inputSchema: standardSchema(() => inputJsonSchema(tool.input, tool.defaultFormat)),
        outputSchema: standardSchema(() => outputJsonSchema(tool.output)),
      },
      (input) => runTool(toolCaller, tool, input ?? {}, requestId),
    );
  }
  return server;
}

function standardSchema(json: () => Record<string, unknown>) {
  return {
    "~standard": {
      version: 1 as const,
      vendor: "edgeshot",
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  };
}

async function runTool(toolCaller: ToolCaller, tool: Tool, input: unknown, requestId: string) {
  try {
    const { json, image, link } = await tool.run(toolCaller, parseInput(tool, input));
    return {
      structuredContent: json,
      content: [
        ...(image === undefined
          ? []
          : [
              {
                type: "image" as const,
                data: image.bytes.toBase64(),
                mimeType: image.mimeType,
              },
            ]),
        { type: "text" as const, text: JSON.stringify(json) },
        ...(link === undefined ? [] : [{ type: "resource_link" as const, ...link }]),
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
  const result = tool.input.safeParse(input);
  if (result.success) return result.data;
  throw validationError(result.error.issues, input, tool.input);
}
