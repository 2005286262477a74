// The endpoints that answer everybody, as they are documented.
import { z } from "zod";
import { formatFiles } from "./formats.ts";
import type { Operation } from "./operation.ts";
import { readinessAnswer } from "./readiness.ts";

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
    id: "getReadiness",
    method: "get",
    path: "/ready",
    tag: "Service",
    summary: "Ask whether every part of the service answers",
    open: true,
    answers: [
      { status: 200, description: "All of them do.", json: readinessAnswer },
      {
        status: 503,
        description: "At least one does not; its reason is there.",
        json: readinessAnswer,
      },
    ],
  },
  {
    id: "getMetrics",
    method: "get",
    path: "/metrics",
    tag: "Service",
    summary: "Fetch the operator's metrics, as Prometheus reads them",
    description:
      "Needs `Authorization: Bearer` and the operator's METRICS_TOKEN; without that there is nothing here.",
    open: true,
    answers: [{ status: 200, description: "Prometheus text.", content: ["text/plain"] }],
    errors: ["not_found"],
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
