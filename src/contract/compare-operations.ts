// The documentation of the endpoint that compares screenshots.
import { compareAnswer, compareBody } from "./compare.ts";
import type { Operation } from "./operation.ts";

export const compareOperations: Operation[] = [
  {
    id: "compareScreenshots",
    method: "post",
    path: "/v1/compare",
    tag: "Screenshots",
    summary: "Compare two screenshots pixel by pixel",
    description:
      "Both screenshots must be completed PNG images of your account. A comparison costs no credit. Images of different " +
      "size are compared over the union of both. When content was inserted or removed, the rest is compared after " +
      "alignment, and `shifts` reports each place. The diff image counts in your storage and is removed with " +
      "the later screenshot. The same comparison is computed once: a repeated request returns the first result.",
    body: compareBody,
    example: {
      before: "671f0c2e9b1d4a6f8c3e5a70",
      after: "671f1a3f9b1d4a6f8c3e5b12",
      ignore: [{ x: 0, y: 0, width: 1280, height: 60 }],
    },
    answers: [{ status: 201, description: "What changed, and where.", json: compareAnswer }],
    errors: ["forbidden", "not_found", "image_gone"],
  },
];
