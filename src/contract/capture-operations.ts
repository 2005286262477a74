// The capture endpoints, as they are documented.
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
  "render_failed",
  "host_error",
  "service_unavailable",
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
  description: "The file. With `response_type` `empty` there is no body.",
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
      "Renders the page at `url`, or the document in `html`, and answers by `options.response_type`: `by_format` with " +
      "the file, `json` with a description, `empty` with nothing. Costs one credit, which goes back when the capture fails.",
    body: captureBody,
    example: { url: "https://example.com/", options: { format: "webp", full_page: true } },
    idempotent: true,
    answers: [
      { ...file, headers: [...captureHeaders, "Content-Disposition"] },
      {
        status: 201,
        description: "With `response_type` `json`: where the stored image is.",
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
    summary: "Capture a page, asked for in the query string",
    description:
      "The same, with everything in the query string; always answers with the file. Objects are written as JSON, " +
      "arrays by repeating the name. Instead of a key it may be signed: `key_id`, `expires` and `signature` make a link " +
      "that can stand in a page. `npm run -s link` and the client make them; docs/decisions.md says how.",
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
      "Queues a capture for each of `urls`, all with the same `options`, and answers at once with their records. They " +
      "end as `completed` or `failed`: ask for their status, or list them by `batchId`. Each costs one credit, which " +
      "goes back when it fails; unless the credits cover all, none is queued. `response_type` has no meaning here.",
    body: batchBody,
    example: {
      urls: ["https://example.com/", "https://example.org/"],
      options: { format: "jpeg" },
    },
    answers: [{ status: 201, description: "A record for each URL.", json: batchAnswer }],
    idempotent: true,
    errors: ["usage_limit_exceeded", "url_not_allowed"],
  },
];
