// The overview: usage of this month, captures per day and recent failures.
import { getUsage } from "../../domain/accounts/get-usage.ts";
import {
  ACTIVITY_DAYS,
  getActivity,
  type RecentFailure,
} from "../../domain/accounts/get-activity.ts";
import { findBusiestKey } from "../../domain/api-keys/get-rate.ts";
import { formatBytes } from "../../lib/data-size.ts";
import { factory } from "../../http/hono.ts";
import { CapturesChart } from "../components/captures-chart.tsx";
import { Empty } from "../components/empty.tsx";
import { Gauge } from "../components/gauge.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { titleOf } from "../components/screenshot-card.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf } from "../notices.ts";

export const overviewPages = factory
  .createApp()
  .use(hrefs.overview, membersOnly())
  .get(hrefs.overview, async (c) => {
    const { ctx, viewer } = c.var;
    const [usage, busiest, { days, failures }] = await Promise.all([
      getUsage(ctx, viewer.caller),
      findBusiestKey(ctx, viewer.caller),
      getActivity(ctx, viewer.caller),
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
        {days.some(({ failed, others }) => failed + others > 0) ? (
          <>
            <section class="panel">
              <h2>Captures per day</h2>
              <CapturesChart days={days} />
            </section>
            <section class="panel">
              <h2>Recent failures</h2>
              <Failures failures={failures} />
            </section>
          </>
        ) : (
          <FirstSteps />
        )}
      </Page>,
    );
  });

function FirstSteps() {
  return (
    <section class="panel">
      <Empty title={`No captures in the last ${ACTIVITY_DAYS} days`}>
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
    </section>
  );
}

function Failures({ failures }: { failures: RecentFailure[] }) {
  if (failures.length === 0) return <p>{`No failures in the last ${ACTIVITY_DAYS} days.`}</p>;
  return (
    <>
      <p>Failed captures are refunded.</p>
      <ul class="failures">
        {failures.map(({ id, url, name, errorCode, errorMessage, createdAt }) => (
          <li>
            <a class="clip" href={hrefs.screenshot(id)}>
              {titleOf({ url, ...(name === null ? {} : { name }) })}
            </a>
            <p>{errorMessage}</p>
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
