// The list of monitors: schedule, next run, state and the last runs.
import type { MonitorData } from "../../contract/monitors.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { listRecentRuns } from "../../domain/monitors/history.ts";
import { listMonitors } from "../../domain/monitors/list.ts";
import type { RecentRun } from "../../domain/monitors/monitor.ts";
import { addressBase } from "../../http/address-base.ts";
import { factory } from "../../http/hono.ts";
import { presentMonitors } from "../../http/present-monitor.ts";
import { Empty } from "../components/empty.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { describeSchedule } from "../monitors/describe-schedule.ts";
import { MarkLegend, MonitorStateBadge, RunMarks } from "../monitors/run-state.tsx";
import { noticeOf } from "../notices.ts";

/** The number of runs that the list shows for each monitor. */
const RECENT_RUNS = 12;

export const monitorsPages = factory
  .createApp()
  .use(hrefs.monitors, membersOnly())
  .get(hrefs.monitors, async (c) => {
    const { ctx, viewer } = c.var;
    const [monitors, recentRuns] = await Promise.all([
      listMonitors(ctx, viewer.caller),
      listRecentRuns(ctx, viewer.caller, RECENT_RUNS),
    ]);
    const { data } = presentMonitors(monitors, addressBase(c));
    const notice = noticeOf(c.req.query("done"));
    return c.html(<Monitors {...{ viewer, notice, recentRuns }} monitors={data} />);
  });

type Props = {
  viewer: Viewer;
  monitors: MonitorData[];
  recentRuns: Map<string, RecentRun[]>;
  notice: string | undefined;
};

function Monitors({ viewer, monitors, recentRuns, notice }: Props) {
  return (
    <Page
      title="Monitors"
      lead="Capture pages on a schedule and see what changed."
      viewer={viewer}
      current="monitors"
      notice={notice}
      actions={
        <a class="button" href={hrefs.newMonitor}>
          New monitor
        </a>
      }
    >
      <section class="panel">
        {monitors.length === 0 ? (
          <Empty title="No monitors yet">
            <p>
              A monitor captures a page on a schedule, compares each capture with the previous one,
              and sends an event to your webhooks when the page changed.
            </p>
            <a class="button" href={hrefs.newMonitor}>
              Create a monitor
            </a>
          </Empty>
        ) : (
          <>
            <MonitorTable monitors={monitors} recentRuns={recentRuns} />
            <MarkLegend />
          </>
        )}
      </section>
    </Page>
  );
}

function MonitorTable({ monitors, recentRuns }: Pick<Props, "monitors" | "recentRuns">) {
  return (
    <div class="scroll" tabindex={0} role="region" aria-label="Monitors">
      <table class="stack">
        <thead>
          <tr>
            <th>Monitor</th>
            <th>Next run</th>
            <th>State</th>
            <th>Last runs</th>
          </tr>
        </thead>
        <tbody>
          {monitors.map(({ _id: id, name, url, schedule, state, nextRunAt, lastChange }) => (
            <tr>
              <td>
                <a class="clip" href={hrefs.monitor(id)}>
                  <strong>{name}</strong>
                </a>
                <span class="clip soft small">{url}</span>
              </td>
              <td class="wide" data-label="Next run">
                {nextRunAt === null ? (
                  <span class="soft">Not scheduled</span>
                ) : (
                  <Timestamp at={new Date(nextRunAt)} exact zone />
                )}
                <span class="soft small below">{describeSchedule(schedule)}</span>
              </td>
              <td class="wide" data-label="State">
                <MonitorStateBadge state={state} />
                {lastChange !== null && (
                  <span class="soft small below">
                    Changed <Timestamp at={new Date(lastChange.startedAt)} />
                  </span>
                )}
              </td>
              <td class="wide" data-label="Last runs">
                <RunMarks runs={recentRuns.get(id) ?? []} label={`Last runs of ${name}`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
