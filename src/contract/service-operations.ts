// The endpoints that answer everybody, as they are documented.
import { z } from "zod";
import { formatFiles } from "./formats.ts";
import type { Operation } from "./operation.ts";

export const serviceOperations: Operation[] = [
  {
    id: "getImage",
    method: "get",
    path: "/images/{key}",
    tag: "Service",
    summary: "Fetch a stored image",
    description:
      "For whoever knows its address, which cannot be guessed. Ranges and conditional requests are answered.",
    parameters: { key: "The last part of an image's address." },
    open: true,
    answers: [
      {
        status: 200,
        description: "The image.",
        content: Object.values(formatFiles).map(({ contentType }) => contentType),
        headers: ["ETag"],
      },
      {
        status: 206,
        description: "The range that was asked for.",
        content: Object.values(formatFiles).map(({ contentType }) => contentType),
        headers: ["ETag", "Content-Range"],
      },
      { status: 304, description: "The image has not changed.", headers: ["ETag"] },
    ],
    errors: ["not_found", "image_gone", "range_not_satisfiable"],
  },
  {
    id: "getHealth",
    method: "get",
    path: "/health",
    tag: "Service",
    summary: "Ask whether the service answers",
    open: true,
    answers: [
      { status: 200, description: "It does.", json: z.object({ status: z.literal("ok") }) },
    ],
  },
  {
    id: "getOpenApi",
    method: "get",
    path: "/openapi.json",
    tag: "Service",
    summary: "Fetch this document",
    open: true,
    answers: [
      { status: 200, description: "OpenAPI 3.1.", json: z.looseObject({ openapi: z.string() }) },
    ],
  },
  {
    id: "getLlmsTxt",
    method: "get",
    path: "/llms.txt",
    tag: "Service",
    summary: "Fetch the whole API on one page of plain text",
    open: true,
    answers: [{ status: 200, description: "Markdown.", content: ["text/plain"] }],
  },
];
