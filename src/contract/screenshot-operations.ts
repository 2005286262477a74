// The endpoints of screenshots and usage in the documentation.
import { listQueryShape, updateBody } from "./screenshot-requests.ts";
import { deleteAnswer, listAnswer, screenshotAnswer, statusAnswer } from "./screenshot.ts";
import { usageAnswer } from "./usage.ts";
import type { Operation } from "./operation.ts";

const parameters = { screenshotId: "Identifier of the screenshot." };

export const screenshotOperations: Operation[] = [
  {
    id: "listScreenshots",
    method: "get",
    path: "/v1/screenshots",
    tag: "Screenshots",
    summary: "List screenshots, newest first",
    query: listQueryShape,
    answers: [{ status: 200, description: "One page of screenshots.", json: listAnswer }],
    errors: ["invalid_options"],
  },
  {
    id: "getScreenshot",
    method: "get",
    path: "/v1/screenshots/{screenshotId}",
    tag: "Screenshots",
    summary: "Get a screenshot",
    parameters,
    answers: [{ status: 200, description: "The screenshot.", json: screenshotAnswer }],
    errors: ["forbidden", "not_found"],
  },
  {
    id: "getScreenshotStatus",
    method: "get",
    path: "/v1/screenshots/{screenshotId}/status",
    tag: "Screenshots",
    summary: "Get the status of a screenshot",
    parameters,
    answers: [
      { status: 200, description: "The status and the URL of the image.", json: statusAnswer },
    ],
    errors: ["forbidden", "not_found"],
  },
  {
    id: "updateScreenshot",
    method: "put",
    path: "/v1/screenshots/{screenshotId}",
    tag: "Screenshots",
    summary: "Update the name or the options of a screenshot",
    description:
      "Merges `options` into the options of the record. Does not capture the page again.",
    parameters,
    body: updateBody,
    example: { name: "The home page" },
    answers: [{ status: 200, description: "The updated screenshot.", json: screenshotAnswer }],
    errors: ["forbidden", "not_found"],
  },
  {
    id: "deleteScreenshot",
    method: "delete",
    path: "/v1/screenshots/{screenshotId}",
    tag: "Screenshots",
    summary: "Delete a screenshot and its image",
    description: "Deletes the image immediately and frees its storage. The credit is not refunded.",
    parameters,
    answers: [{ status: 200, description: "The deleted screenshot.", json: deleteAnswer }],
    errors: ["forbidden", "not_found"],
  },
  {
    id: "getUsage",
    method: "get",
    path: "/v1/screenshots/usage",
    tag: "Account",
    summary: "Get the usage of the month and of the storage",
    answers: [{ status: 200, description: "The usage of the account.", json: usageAnswer }],
  },
];
