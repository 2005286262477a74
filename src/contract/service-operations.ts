// The endpoints that need no API key in the documentation.
import * as z from "zod";
import { formatFiles } from "./formats.ts";
import type { Operation } from "./operation.ts";
import { readinessAnswer } from "./readiness.ts";

export const serviceOperations: Operation[] = [
  {
    id: "getImage",
    method: "get",
    path: "/images/{key}",
    tag: "Service",
    summary: "Download a stored image",
    description:
      "Needs no API key: the URL of an image cannot be guessed. Supports range and conditional requests.",
    parameters: { key: "Key of the image: the last segment of its URL." },
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
        description: "The requested range.",
        content: Object.values(formatFiles).map(({ contentType }) => contentType),
        headers: ["ETag", "Content-Range"],
      },
      { status: 304, description: "The image has not changed.", headers: ["ETag"] },
    ],
    errors: [
      "not_found",
      "image_gone",
      "range_not_satisfiable",
      "rate_limit_exceeded",
      "service_unavailable",
    ],
  },
  {
    id: "getHealth",
    method: "get",
    path: "/health",
    tag: "Service",
    summary: "Check that the service responds",
    open: true,
    answers: [
      {
        status: 200,
        description: "The service responds.",
        json: z.object({ status: z.literal("ok") }),
      },
    ],
  },
  {
    id: "getReadiness",
    method: "get",
    path: "/ready",
    tag: "Service",
    summary: "Check that every part of the service is ready",
    open: true,
    answers: [
      { status: 200, description: "Every part is ready.", json: readinessAnswer },
      {
        status: 503,
        description: "At least one part is not ready. The body contains the reason.",
        json: readinessAnswer,
      },
    ],
  },
  {
    id: "getMetrics",
    method: "get",
    path: "/metrics",
    tag: "Service",
    summary: "Get the metrics of the operator in the Prometheus format",
    description:
      "Requires `Authorization: Bearer` with the METRICS_TOKEN of the operator. Responds with 404 without it.",
    open: true,
    answers: [
      {
        status: 200,
        description: "Metrics in the Prometheus text format.",
        content: ["text/plain"],
      },
    ],
    errors: ["not_found"],
  },
  {
    id: "getOpenApi",
    method: "get",
    path: "/openapi.json",
    tag: "Service",
    summary: "Get this document",
    open: true,
    answers: [
      {
        status: 200,
        description: "The OpenAPI 3.1 document.",
        json: z.looseObject({ openapi: z.string() }),
      },
    ],
  },
  {
    id: "getLlmsTxt",
    method: "get",
    path: "/llms.txt",
    tag: "Service",
    summary: "Get the whole API reference as one page of plain text",
    open: true,
    answers: [{ status: 200, description: "The reference in Markdown.", content: ["text/plain"] }],
  },
];
