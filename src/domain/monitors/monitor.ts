// Exports the types of monitors and runs to `http` and `dashboard`, which must not import from `storage`.
export type { ListedRun, MonitorWithRuns } from "../../storage/monitors.ts";
export type { RecentRun } from "../../storage/monitor-history.ts";
