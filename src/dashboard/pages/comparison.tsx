// The comparison of two screenshots: both images, the difference, and the changed regions.
import { compareBody, type CompareAnswer } from "../../contract/compare.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { ScreenshotAnswer } from "../../contract/screenshot.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { compareScreenshots } from "../../domain/comparisons/compare-screenshots.ts";
import { getOwned } from "../../domain/screenshots/records/get-owned.ts";
import { addressBase } from "../../http/address-base.ts";
import { factory } from "../../http/hono.ts";
import { presentComparison } from "../../http/present-comparison.ts";
import { presentScreenshot } from "../../http/present-screenshot.ts";
import { countRequest } from "../capture-as-viewer.ts";
import { Notice } from "../components/notice.tsx";
import { titleOf } from "../components/screenshot-card.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";

type Screenshot = ScreenshotAnswer["data"];
type Comparison = CompareAnswer["data"];

export const comparisonPages = factory
  .createApp()
  .use(hrefs.compare, membersOnly())
  .get(hrefs.compare, async (c) => {
    const { ctx, viewer } = c.var;
    const { before, after } = c.req.query();
    const body = compareBody.parse({ before: before ?? "", after: after ?? "" });
    const base = addressBase(c);
    const [earlier, later] = await Promise.all(
      [body.before, body.after].map(
        async (id) => presentScreenshot(await getOwned(ctx, viewer.caller, id), base).data,
      ),
    );
    if (earlier === undefined || later === undefined) throw new ServiceError("not_found");
    const props = { viewer, before: earlier, after: later };
    try {
      await countRequest(ctx, viewer.caller);
      const { data } = presentComparison(await compareScreenshots(ctx, viewer.caller, body), base);
      return c.html(<Compared {...props} comparison={data} />);
    } catch (error) {
      // Show why the screenshots cannot be compared next to them.
      if (!(error instanceof ServiceError)) throw error;
      c.var.log.add({ errorCode: error.code });
      return c.html(<Compared {...props} error={describe(error)} />, error.status);
    }
  });

function describe({ code, message, details = {} }: ServiceError): string {
  const reasons = Object.values(details).map(String);
  return code === "invalid_options" && reasons.length > 0 ? `${reasons.join("; ")}.` : message;
}

type Props = {
  viewer: Viewer;
  before: Screenshot;
  after: Screenshot;
  comparison?: Comparison;
  error?: string;
};

function Compared({ viewer, before, after, comparison, error }: Props) {
  return (
    <Page
      title="Comparison"
      lead={`${titleOf(before)} and ${titleOf(after)}`}
      viewer={viewer}
      current="screenshots"
      parent={{ href: hrefs.screenshots, label: "Screenshots" }}
    >
      {error !== undefined && (
        <Notice tone="bad">
          <strong>The screenshots cannot be compared.</strong> {error}
        </Notice>
      )}
      {comparison !== undefined && (
        <Notice tone={comparison.changed ? "warn" : "good"}>{summaryOf(comparison)}</Notice>
      )}
      <div class="compared">
        {comparison?.diffUrl != null && (
          <Side title="Difference" src={comparison.diffUrl} alt="Difference of the screenshots" />
        )}
        <Side title="Before" screenshot={before} />
        <Side title="After" screenshot={after} />
      </div>
      {comparison !== undefined && comparison.regions.length > 0 && (
        <section class="panel">
          <h2>Changed regions</h2>
          <p>In pixels of the later screenshot, the largest change first.</p>
          <Regions regions={comparison.regions} />
        </section>
      )}
    </Page>
  );
}

function summaryOf({ changed, ratio, pixels, shiftedBy, diffUrl }: Comparison) {
  if (!changed) return "The screenshots show no difference.";
  const percent = (ratio * 100).toLocaleString("en", { maximumSignificantDigits: 2 });
  return (
    <>
      <strong>{`${percent} % of the pixels differ`}</strong>
      {` (${pixels.toLocaleString("en")} pixels).`}
      {shiftedBy !== undefined &&
        ` Content moved ${shiftedBy > 0 ? "down" : "up"} by ${Math.abs(shiftedBy)} pixels.`}
      {diffUrl === null &&
        " The storage of the account is full, so no image of the difference is stored."}
    </>
  );
}

type SideProps = { title: string } & (
  | { screenshot: Screenshot }
  | { src: string; alt: string; screenshot?: undefined }
);

function Side({ title, ...image }: SideProps) {
  const { screenshot } = image;
  const src = screenshot === undefined ? image.src : screenshot.imageUrl;
  const alt = screenshot === undefined ? image.alt : `Screenshot of ${screenshot.url}`;
  return (
    <section>
      <h2>{title}</h2>
      <p class="soft small">
        {screenshot === undefined ? (
          "Changed pixels in color, regions outlined."
        ) : (
          <a href={hrefs.screenshot(screenshot._id)}>
            <Timestamp at={new Date(screenshot.createdAt)} exact />
          </a>
        )}
      </p>
      {typeof src === "string" && (
        <div class="canvas" tabindex={0} role="region" aria-label={title}>
          <img src={src} alt={alt} />
        </div>
      )}
    </section>
  );
}

function Regions({ regions }: { regions: Comparison["regions"] }) {
  return (
    <div class="scroll" tabindex={0} role="region" aria-label="Changed regions">
      <table>
        <thead>
          <tr>
            <th>Left</th>
            <th>Top</th>
            <th>Size</th>
            <th class="end">Changed pixels</th>
          </tr>
        </thead>
        <tbody class="numeric">
          {regions.map(({ x, y, width, height, pixels }) => (
            <tr>
              <td>{x.toLocaleString("en")}</td>
              <td>{y.toLocaleString("en")}</td>
              <td class="nowrap">{`${width} × ${height}`}</td>
              <td class="end">{pixels.toLocaleString("en")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
