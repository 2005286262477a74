// The capture endpoints of the documentation.
import { batchBody } from "./capture-batch.ts";
import { captureBody, captureQueryShape } from "./capture.ts";
import type { ErrorCode } from "./errors.ts";
import { formatFiles } from "./formats.ts";
import { batchAnswer, captureAnswer } from "./screenshot.ts";
import type { Answer, HeaderName, Operation } from "./operation.ts";

const captureErrors: ErrorCode[] = [
  "usage_limit_exceeded",
  "invalid_options",
  "invalid_url",
  "url_not_allowed",
  "selector_not_found",
  "content_check_failed",
  "render_failed",
  "host_error",
  "navigation_timeout",
];

const captureHeaders = [
  "X-Screenshot-Id",
  "X-Remaining-Credits",
  "X-Screenshot-Stored",
  "X-Cache",
] as const satisfies HeaderName[];

const file: Answer = {
  status: 200,
  description: "The file. With `response_type` `empty`, the body is empty.",
  content: Object.values(formatFiles).map(({ contentType }) => contentType),
  headers: captureHeaders,
};

export const captureOperations: Operation[] = [
  {
    id: "capture",
    method: "post",
    path: "/v1/capture",
    tag: "Capture",
    summary: "Capture a page",
    description:
      "Renders the page at `url` or the document in `html`. `options.response_type` selects the response: `by_format` " +
      "returns the file, `json` returns a description, `empty` returns no body. A capture costs one credit. A failed " +
      "capture is refunded.",
    body: captureBody,
    example: { url: "https://example.com/", options: { format: "webp", full_page: true } },
    idempotent: true,
    answers: [
      { ...file, headers: [...captureHeaders, "Content-Disposition"] },
      {
        status: 201,
        description: "With `response_type` `json`: the URL and metadata of the stored image.",
        json: captureAnswer,
        headers: captureHeaders,
      },
    ],
    errors: captureErrors,
  },
  {
    id: "captureByQuery",
    method: "get",
    path: "/v1/capture",
    tag: "Capture",
    summary: "Capture a page with query parameters",
    description:
      "Captures a page and always returns the file. All options are query parameters: write objects as JSON, and " +
      "repeat the parameter for arrays. Instead of an API key, a link can contain the parameters `key_id`, `expires` and " +
      "`signature`. Such a signed link is safe to embed in a page. Create links with `npm run -s link` or the client; " +
      "docs/decisions/signed-links.md describes the signature.",
    query: captureQueryShape,
    answers: [{ ...file, description: "The file." }],
    errors: [...captureErrors, "invalid_signature", "link_expired", "link_too_long"],
  },
  {
    id: "captureBatch",
    method: "post",
    path: "/v1/capture/batch",
    tag: "Capture",
    summary: "Capture up to 50 pages in the background",
    description:
      "Queues one capture per URL, all with the same `options`, and returns their records immediately. Each capture " +
      "ends as `completed` or `failed`. To follow them, read their status or list them by `batchId`. Each capture costs " +
      "one credit. A failed capture is refunded. If the credits do not cover all URLs, no capture is queued. " +
      "`response_type` is ignored.",
    body: batchBody,
    example: {
      urls: ["https://example.com/", "https://example.org/"],
      options: { format: "jpeg" },
    },
    answers: [{ status: 201, description: "One record per URL.", json: batchAnswer }],
    idempotent: true,
    errors: ["usage_limit_exceeded", "url_not_allowed"],
  },
];
