// The month at a glance.
import { getUsage } from "../../domain/accounts/get-usage.ts";
import { formatBytes } from "../../lib/data-size.ts";
import { factory } from "../../http/hono.ts";
import { Gauge } from "../components/gauge.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf } from "../notices.ts";

export const overviewPages = factory
  .createApp()
  .use(hrefs.overview, membersOnly())
  .get(hrefs.overview, async (c) => {
    const { ctx, viewer } = c.var;
    const usage = await getUsage(ctx, viewer.caller);
    const { storageUsedBytes, limits } = viewer.caller;
    return c.html(
      <Page title="Overview" viewer={viewer} here="overview" done={noticeOf(c.req.query("done"))}>
        <div class="grid">
          <Gauge
            title="Screenshots this month"
            used={usage.used}
            limit={usage.limit}
            format={(value) => value.toLocaleString("en")}
            note={`${usage.remaining.toLocaleString("en")} left.`}
          />
          <Gauge
            title="Storage"
            used={storageUsedBytes}
            limit={limits.storageBytes}
            format={formatBytes}
            note="Deleting a screenshot frees its bytes at once."
          />
        </div>
      </Page>,
    );
  });
