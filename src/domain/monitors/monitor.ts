// Monitors and their runs, for the edges, which do not import from storage.
export type { ListedRun, Monitor, MonitorWithRuns } from "../../storage/monitors.ts";
export type { RecentRun } from "../../storage/monitor-history.ts";
