// The overview: usage of this month, captures of the last days by day and by key, and recent failures.
import * as z from "zod";
import { getUsage } from "../../domain/accounts/get-usage.ts";
import {
  type Activity,
  ACTIVITY_RANGES,
  type ActivityRange,
  getActivity,
  type RecentFailure,
} from "../../domain/accounts/get-activity.ts";
import { findBusiestKey } from "../../domain/api-keys/get-rate.ts";
import { formatBytes } from "../../lib/data-size.ts";
import { factory } from "../../http/hono.ts";
import { CaptureRates } from "../components/capture-rates.tsx";
import { CapturesChart } from "../components/captures-chart.tsx";
import { KeyUsageTable } from "../components/key-usage.tsx";
import { Empty } from "../components/empty.tsx";
import { Gauge } from "../components/gauge.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { titleOf } from "../components/screenshot-card.tsx";
import { withCode } from "../components/with-code.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf } from "../notices.ts";

const DEFAULT_RANGE = 30;

const rangeQuery = z.object({ days: z.coerce.number().pipe(z.literal(ACTIVITY_RANGES)) });

export const overviewPages = factory
  .createApp()
  .use(hrefs.overview, membersOnly())
  .get(hrefs.overview, async (c) => {
    const { ctx, viewer } = c.var;
    const { data: query } = rangeQuery.safeParse(c.req.query());
    const range = query?.days ?? DEFAULT_RANGE;
    const [usage, busiest, activity] = await Promise.all([
      getUsage(ctx, viewer.caller),
      findBusiestKey(ctx, viewer.caller),
      getActivity(ctx, viewer.caller, range),
    ]);
    const { storageUsedBytes, limits } = viewer.caller;
    return c.html(
      <Page
        title="Overview"
        viewer={viewer}
        current="overview"
        notice={noticeOf(c.req.query("done"))}
      >
        <div class="grid">
          <Gauge
            title="Screenshots this month"
            used={usage.used}
            limit={usage.limit}
            format={(value) => value.toLocaleString("en")}
            note={`${usage.remaining.toLocaleString("en")} remaining.`}
          />
          <Gauge
            title="Storage"
            used={storageUsedBytes}
            limit={limits.storageBytes}
            format={formatBytes}
            note="Deleting a screenshot frees its storage immediately."
          />
          <Gauge
            title="Requests in the last minute"
            used={busiest?.requests ?? 0}
            limit={limits.requestsPerMinute}
            format={(value) => value.toLocaleString("en")}
            note={
              busiest === undefined
                ? "The limit applies to each key."
                : `Busiest key: “${busiest.name}”. The limit applies to each key.`
            }
          />
        </div>
        <RecentCaptures activity={activity} range={range} />
      </Page>,
    );
  });

function RecentCaptures({ activity, range }: { activity: Activity; range: ActivityRange }) {
  const { days, total, durationMs, keys, failures } = activity;
  const isEmpty = total.completed + total.failed === 0;
  return (
    <>
      <section class="panel">
        <div class="range">
          <h2>Captures</h2>
          <nav class="presets small" aria-label="Range">
            {ACTIVITY_RANGES.map((days) => (
              <a
                href={hrefs.overviewOf(days)}
                {...(days === range ? { "aria-current": "true" as const } : {})}
              >{`${days} days`}</a>
            ))}
          </nav>
        </div>
        {isEmpty ? (
          <FirstSteps range={range} />
        ) : (
          <>
            <CaptureRates total={total} durationMs={durationMs} />
            <CapturesChart days={days} />
          </>
        )}
      </section>
      {!isEmpty && (
        <>
          <section class="panel">
            <h2>Captures by key</h2>
            <KeyUsageTable keys={keys} />
          </section>
          <section class="panel">
            <h2>Recent failures</h2>
            <Failures failures={failures} range={range} />
          </section>
        </>
      )}
    </>
  );
}

function FirstSteps({ range }: { range: ActivityRange }) {
  return (
    <Empty title={`No captures in the last ${range} days`}>
      <p>
        Try the options in the playground and copy the request as code. To call the API, create a
        key.
      </p>
      <a class="button" href={hrefs.playground}>
        Capture a page
      </a>{" "}
      <a class="button quiet" href={hrefs.keys}>
        Create a key
      </a>
    </Empty>
  );
}

function Failures({ failures, range }: { failures: RecentFailure[]; range: ActivityRange }) {
  if (failures.length === 0) return <p>{`No failures in the last ${range} days.`}</p>;
  return (
    <>
      <p>Failed captures are refunded.</p>
      <ul class="failures">
        {failures.map(({ id, url, name, errorCode, errorMessage, createdAt }) => (
          <li>
            <a class="clip" href={hrefs.screenshot(id)}>
              {titleOf({ url, ...(name === null ? {} : { name }) })}
            </a>
            <p>{withCode(errorMessage ?? "")}</p>
            <p class="soft small">
              <code>{errorCode}</code> <Timestamp at={createdAt} exact />
            </p>
          </li>
        ))}
      </ul>
      <p>
        <a href={hrefs.failures}>View all failures</a>
      </p>
    </>
  );
}
