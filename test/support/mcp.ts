// Connects the MCP client of the SDK to the app in this isolate.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { createApi } from "./api.ts";

/** Returns a connected client. `headers` contain the API key. */
export async function connectMcp(
  api: ReturnType<typeof createApi>,
  headers: Record<string, string>,
): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL("https://edgeshot.test/mcp"), {
    requestInit: { headers },
    fetch: async (url, init) => {
      const request = new Request(url, init);
      return api.send(request.method, request.url, {
        headers: Object.fromEntries(request.headers),
        ...(request.body === null ? {} : { body: await request.text() }),
      });
    },
  });
  await client.connect(transport);
  return client;
}

type Content = { type: string; text?: string; data?: string; mimeType?: string; uri?: string };

/** Calls a tool and returns its JSON as text and as structured content, and its image and its link, if any. */
export async function callTool(client: Client, name: string, input: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: input });
  const content = result.content as Content[];
  const text = content.find(({ type }) => type === "text")?.text ?? "{}";
  return {
    json: JSON.parse(text),
    structured: result.structuredContent,
    image: content.find(({ type }) => type === "image"),
    link: content.find(({ type }) => type === "resource_link"),
    isError: result.isError === true,
  };
}
