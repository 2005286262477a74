// Every endpoint of the service, in the order of the documentation. A new one is a line here or in a file named -operations;
// the OpenAPI document, /llms.txt and the list on the welcome page follow, and a test finds a route that is missing.
import { captureOperations } from "./capture-operations.ts";
import type { Operation } from "./operation.ts";
import { screenshotOperations } from "./screenshot-operations.ts";
import { serviceOperations } from "./service-operations.ts";
import { webhookOperations } from "./webhook-operations.ts";

export const operations: Operation[] = [
  ...captureOperations,
  ...screenshotOperations,
  ...webhookOperations,
  ...serviceOperations,
];
