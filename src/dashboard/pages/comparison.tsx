// The comparison of two screenshots or of a run of a monitor: both images, the difference, and the changed regions.
import * as z from "zod";
import { ServiceError } from "../../contract/errors.ts";
import type { Viewer as SignedIn } from "../../domain/accounts/viewer.ts";
import { cropImage } from "../../domain/comparisons/crop-image.ts";
import { countImagePart } from "../../domain/rate-windows.ts";
import { factory } from "../../http/hono.ts";
import {
  type Comparison,
  findComparison,
  findRunComparison,
  type Found,
} from "../comparison/find-comparison.ts";
import { Regions } from "../comparison/regions.tsx";
import { isMode, type Mode, Viewer } from "../comparison/viewer.tsx";
import { Notice } from "../components/notice.tsx";
import { titleOf } from "../components/screenshot-card.tsx";
import { sentence } from "../forms/read-form.ts";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { formatRatio } from "../monitors/run-state.tsx";

/** An invalid region shows the whole page, and an invalid row the top of the page. */
const orZero = z.coerce.number().int().min(0).catch(0);

/** The maximum number of rows in one response: a part of a tall page, and the rows by which its content moved. */
const MAX_ROWS = 8_000;

const rowRange = z.object({
  top: z.coerce.number().int().min(0),
  height: z.coerce.number().int().min(1).max(MAX_ROWS),
});

export const comparisonPages = factory
  .createApp()
  .use(hrefs.compare, membersOnly())
  .use(`${hrefs.compare}/images/*`, membersOnly())
  .get(`${hrefs.compare}/images/:key`, async (c) => {
    const { ctx, viewer } = c.var;
    const range = rowRange.safeParse(c.req.query());
    if (!range.success) throw new ServiceError("not_found");
    const { accountId } = viewer.caller;
    await countImagePart(ctx, accountId);
    const rows = await cropImage(ctx, accountId, c.req.param("key"), range.data);
    // Users often look at the same change again.
    const headers = { "Content-Type": "image/png", "Cache-Control": "private, max-age=300" };
    return c.body(rows, 200, headers);
  })
  .get(hrefs.compare, async (c) => {
    const { run, before = "", after = "", monitor, mode, region, top } = c.req.query();
    const found =
      run === undefined
        ? await findComparison(c, { before, after, monitorId: monitor })
        : await findRunComparison(c, run);
    const query: Record<string, string> =
      run === undefined
        ? { before, after, ...(monitor === undefined ? {} : { monitor }) }
        : { run };
    const view = {
      mode: isMode(mode) ? mode : "side",
      region: orZero.parse(region),
      top: orZero.parse(top),
    } as const;
    const { error } = found;
    if (error !== undefined) c.var.log.add({ errorCode: error.code });
    if (error?.retryAfterSeconds !== undefined)
      c.header("Retry-After", String(error.retryAfterSeconds));
    const page = <ComparisonPage viewer={c.var.viewer} {...{ found, query }} {...view} />;
    return c.html(page, error?.status ?? 200);
  });

type Props = {
  viewer: SignedIn;
  found: Found;
  query: Record<string, string>;
  mode: Mode;
  region: number;
  top: number;
};

function ComparisonPage({ viewer, found, query, ...view }: Props) {
  const { before, after, comparison, error, monitor } = found;
  const titles = [before, after].flatMap((screenshot) =>
    screenshot === undefined ? [] : [titleOf(screenshot)],
  );
  const parent =
    monitor === undefined
      ? { href: hrefs.screenshots, label: "Screenshots" }
      : { href: hrefs.monitor(monitor._id), label: monitor.name };
  return (
    <Page
      title="Comparison"
      lead={[...new Set(titles)].join(" and ")}
      viewer={viewer}
      current={monitor === undefined ? "screenshots" : "monitors"}
      parent={parent}
      actions={<Baseline found={found} />}
    >
      {error !== undefined && (
        <Notice tone="bad">
          <strong>The screenshots cannot be compared.</strong> {describe(error)}
        </Notice>
      )}
      {comparison !== undefined && (
        <Notice tone={comparison.changed ? "warn" : "good"}>
          <Summary comparison={comparison} />
        </Notice>
      )}
      <Viewer {...{ before, after, comparison, query }} {...view} />
      {comparison !== undefined && comparison.regions.length > 0 && (
        <section class="panel">
          <h2>Changed regions</h2>
          <p>In pixels of the later screenshot, the largest change first.</p>
          <Regions comparison={comparison} />
        </section>
      )}
    </Page>
  );
}

/** Pins the later screenshot as the baseline of its monitor. */
function Baseline({ found: { monitor, after } }: { found: Found }) {
  if (monitor === undefined || after?.imageUrl == null) return null;
  if (monitor.baseline === after._id) return <span class="badge">Baseline</span>;
  return (
    <form method="post" action={`${hrefs.monitor(monitor._id)}/baseline`}>
      <button class="quiet" name="baseline" value={after._id}>
        Use the later screenshot as baseline
      </button>
    </form>
  );
}

function Summary({ comparison }: { comparison: Comparison }) {
  const { changed, ratio, pixels, diffUrl } = comparison;
  if (pixels === 0) return <>The screenshots show no difference.</>;
  return (
    <>
      <strong>{`${formatRatio(ratio)} of the pixels differ`}</strong>
      {` (${pixels.toLocaleString("en")} ${pixels === 1 ? "pixel" : "pixels"}).`}
      {describeMovement(comparison)}
      {!changed && " This is less than the monitor reports as a change."}
      {changed &&
        diffUrl === null &&
        " The storage of the account is full, so no image of the difference is stored."}
    </>
  );
}

function describeMovement({ shiftedBy, shifts = [] }: Comparison): string {
  if (shiftedBy === undefined) return "";
  const distance = `${Math.abs(shiftedBy)} pixels`;
  return shifts.length > 1
    ? ` Rows were inserted or removed at ${shifts.length} places. Most moved content is ${distance} ${shiftedBy > 0 ? "lower" : "higher"}.`
    : ` Content moved ${shiftedBy > 0 ? "down" : "up"} by ${distance}.`;
}

function describe({ code, message, details = {} }: ServiceError): string {
  const reasons = Object.values(details).map(String);
  return code === "invalid_options" && reasons.length > 0 ? sentence(reasons.join("; ")) : message;
}
