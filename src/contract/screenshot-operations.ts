// The endpoints of the records and of what is used, as they are documented.
import { listQueryShape, updateBody } from "./screenshot-requests.ts";
import { deleteAnswer, listAnswer, screenshotAnswer, statusAnswer } from "./screenshot.ts";
import { usageAnswer } from "./usage.ts";
import type { Operation } from "./operation.ts";

const parameters = { screenshotId: "Identifier of the record." };

export const screenshotOperations: Operation[] = [
  {
    id: "listScreenshots",
    method: "get",
    path: "/v1/screenshots",
    tag: "Screenshots",
    summary: "List your screenshots, newest first",
    query: listQueryShape,
    answers: [{ status: 200, description: "One page of the records.", json: listAnswer }],
    errors: ["invalid_options"],
  },
  {
    id: "getScreenshot",
    method: "get",
    path: "/v1/screenshots/{screenshotId}",
    tag: "Screenshots",
    summary: "Read one screenshot's record",
    parameters,
    answers: [{ status: 200, description: "The record.", json: screenshotAnswer }],
    errors: ["forbidden", "not_found"],
  },
  {
    id: "getScreenshotStatus",
    method: "get",
    path: "/v1/screenshots/{screenshotId}/status",
    tag: "Screenshots",
    summary: "Ask how far a screenshot is",
    parameters,
    answers: [{ status: 200, description: "Its status and image.", json: statusAnswer }],
    errors: ["forbidden", "not_found"],
  },
  {
    id: "updateScreenshot",
    method: "put",
    path: "/v1/screenshots/{screenshotId}",
    tag: "Screenshots",
    summary: "Rename a screenshot, or change the options it lists",
    description: "Options are merged into the record's. Nothing is captured again.",
    parameters,
    body: updateBody,
    example: { name: "The home page" },
    answers: [{ status: 200, description: "The record as it is now.", json: screenshotAnswer }],
    errors: ["forbidden", "not_found"],
  },
  {
    id: "deleteScreenshot",
    method: "delete",
    path: "/v1/screenshots/{screenshotId}",
    tag: "Screenshots",
    summary: "Delete a screenshot and its image",
    description: "The image is gone at once and its bytes are free; the credit stays spent.",
    parameters,
    answers: [{ status: 200, description: "What was deleted.", json: deleteAnswer }],
    errors: ["forbidden", "not_found"],
  },
  {
    id: "getUsage",
    method: "get",
    path: "/v1/screenshots/usage",
    tag: "Account",
    summary: "Read what is used of the month and of the storage",
    answers: [{ status: 200, description: "The account's usage.", json: usageAnswer }],
  },
];
