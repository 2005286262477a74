// Generates the OpenAPI 3.1 document from the contract.
import { headers, type Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { type JsonSchema, namedSchemas } from "./json-schemas.ts";
import { errorDetails, errorSchema } from "./openapi-errors.ts";
import { describeOperation, type OpenApiOperation } from "./openapi-operation.ts";
import { describeWebhooks } from "./openapi-webhooks.ts";

export type OpenApi = {
  openapi: string;
  info: {
    title: string;
    version: string;
    description: string;
    contact: { name: string };
    license: { name: string; identifier: string };
  };
  tags: { name: Operation["tag"] | "Events"; description: string }[];
  servers: { url: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Partial<Record<Operation["method"], OpenApiOperation>>>;
  webhooks: ReturnType<typeof describeWebhooks>;
  components: {
    securitySchemes: Record<string, JsonSchema>;
    headers: Record<string, JsonSchema>;
    schemas: Record<string, JsonSchema>;
  };
};

/** Returns the document. Its server URL is relative to the URL of the document. */
export function buildOpenApi(): OpenApi {
  const paths: OpenApi["paths"] = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: describeOperation(operation),
    };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Edgeshot",
      version: "1.0.0",
      description:
        "Captures web pages as PNG, JPEG, WebP or PDF. `/v1` changes only by addition. Ignore fields that you do not " +
        "recognize.",
      contact: { name: "The operator of this service" },
      license: { name: "MIT", identifier: "MIT" },
    },
    tags: Object.entries(tags).map(([name, description]) => ({
      // Object.entries loses the type of the keys.
      name: name as keyof typeof tags,
      description,
    })),
    servers: [{ url: "/" }],
    security: [{ header: [] }, { query: [] }],
    paths,
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: {
        header: { type: "apiKey", in: "header", name: "X-API-Key" },
        query: {
          type: "apiKey",
          in: "query",
          name: "api_key",
          description: "Exposes the key in URLs and logs. Prefer the header.",
        },
      },
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, { type, description }]) => [
          name,
          { description, schema: { type } },
        ]),
      ),
      schemas: { Error: errorSchema, ErrorDetails: errorDetails, ...namedSchemas() },
    },
  };
}

const tags: Record<OpenApi["tags"][number]["name"], string> = {
  Capture: "Capture pages, now or in the background.",
  Screenshots: "Stored screenshots: list, read, update, delete and compare.",
  Monitors: "Captures on a schedule, with reports of changes.",
  Webhooks: "Receivers of events, and the deliveries to them.",
  Account: "The usage of the account.",
  Service: "Images, health and documents of the service. These endpoints need no API key.",
  Events: "The requests that the service sends to webhooks.",
};
