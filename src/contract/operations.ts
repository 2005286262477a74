// Every endpoint of the service, in the order of the documentation. The OpenAPI document, /llms.txt and the welcome page
// are generated from this list. A test fails when a route has no operation.
import { captureOperations } from "./capture-operations.ts";
import { compareOperations } from "./compare-operations.ts";
import { monitorOperations } from "./monitor-operations.ts";
import type { Operation } from "./operation.ts";
import { screenshotOperations } from "./screenshot-operations.ts";
import { serviceOperations } from "./service-operations.ts";
import { webhookOperations } from "./webhook-operations.ts";

export const operations: Operation[] = [
  ...captureOperations,
  ...screenshotOperations,
  ...compareOperations,
  ...monitorOperations,
  ...webhookOperations,
  ...serviceOperations,
];
