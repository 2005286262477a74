// The service of the tests in this folder.
import { inject } from "vitest";
import type { Dashboard } from "./start-service.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of a server that responds with the Dashboard. */
    dashboardAddress: string;
  }
}

/** Waits until the service is ready. Throws an Error if it does not start. */
export async function findDashboard(): Promise<Dashboard> {
  const response = await fetch(inject("dashboardAddress"));
  const text = await response.text();
  if (!response.ok) throw new Error(`The service of the dashboard does not start: ${text}`);
  return JSON.parse(text) as Dashboard; // start-service.ts writes this shape
}
