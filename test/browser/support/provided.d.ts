// The values that start-service.ts provides to the tests: `const { url } = inject("dashboard")`.
import type { Dashboard } from "./start-service.ts";

declare module "vitest" {
  interface ProvidedContext {
    dashboard: Dashboard;
  }
}
