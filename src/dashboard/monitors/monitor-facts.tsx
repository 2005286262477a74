// The state of a monitor: schedule, last change, and baseline.
import type { MonitorData } from "../../contract/monitors.ts";
import { Timestamp } from "../components/timestamp.tsx";
import { hrefs } from "../hrefs.ts";
import { describeSchedule } from "./describe-schedule.ts";
import { formatRatio, MonitorStateBadge } from "./run-state.tsx";

export function MonitorFacts({ monitor }: { monitor: MonitorData }) {
  const { state, schedule, nextRunAt, lastRun, lastChange, notify } = monitor;
  return (
    <dl class="facts">
      <dt>State</dt>
      <dd>
        <MonitorStateBadge state={state} />{" "}
        {state === "failing" && lastRun?.message != null && <span>{lastRun.message}</span>}
      </dd>
      <dt>Schedule</dt>
      <dd>{describeSchedule(schedule)}</dd>
      <dt>Next run</dt>
      <dd>
        {nextRunAt === null ? "Not scheduled" : <Timestamp at={new Date(nextRunAt)} exact zone />}
      </dd>
      <dt>Last change</dt>
      <dd>
        {lastChange === null ? (
          "None yet"
        ) : (
          <a href={hrefs.runComparison(lastChange._id)}>
            <Timestamp at={new Date(lastChange.startedAt)} exact />
            {lastChange.comparison !== null &&
              `, ${formatRatio(lastChange.comparison.ratio)} of the pixels`}
          </a>
        )}
      </dd>
      <dt>Compared with</dt>
      <dd>
        <Baseline monitor={monitor} />
      </dd>
      <dt>Events</dt>
      <dd>{notify ? "Sent to the webhooks of the account" : "Off"}</dd>
    </dl>
  );
}

function Baseline({ monitor: { _id: id, baseline } }: { monitor: MonitorData }) {
  if (baseline === "previous") return <>The previous run</>;
  return (
    <form class="inline" method="post" action={`${hrefs.monitor(id)}/baseline`}>
      <span>
        <a href={hrefs.screenshot(baseline)}>A pinned screenshot</a>
      </span>
      <button class="quiet compact" name="baseline" value="previous">
        Compare with the previous run instead
      </button>
    </form>
  );
}
