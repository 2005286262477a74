// The failure of a capture: reason, error code, details and remedy.
import type { CaptureError, ScreenshotAnswer } from "../../contract/screenshot.ts";
import { hrefs } from "../hrefs.ts";
import { withCode } from "./with-code.tsx";
import { Notice } from "./notice.tsx";

/** The remedy for a user of the dashboard, by error code. The message of the error names the reason. */
const remedies: Record<string, string> = {
  host_error:
    "Open the URL in a browser that is not in your network. If it loads there, capture again.",
  navigation_timeout: "If the page never stops loading, set `wait_until` to `domcontentloaded`.",
  selector_not_found:
    "Check the selector in the developer tools of a browser, or set `wait_for_selector` for an element that appears late.",
  content_check_failed: "Capture the page without the text checks to see what it shows.",
  url_not_allowed: "Use an address that is reachable from the Internet.",
  service_unavailable: "The service was busy. Capture again.",
  render_failed: "Capture again. If the failure repeats, capture a smaller part of the page.",
  internal_error: "Capture again. If the failure repeats, send the ID below to the operator.",
};

export function Failure({ screenshot }: { screenshot: ScreenshotAnswer["data"] }) {
  const { _id: id, error } = screenshot;
  const remedy = error && remedies[error.code];
  return (
    <Notice tone="bad">
      <strong>The capture failed.</strong> {withCode(error?.message ?? "")} The credit was refunded.
      <p>
        {remedy !== undefined && <>{withCode(remedy)} </>}
        <a href={hrefs.playgroundFor(id)}>Change the options in the playground</a>.
      </p>
      {error !== undefined && <FailureFacts error={error} />}
    </Notice>
  );
}

function FailureFacts({ error: { code, details = {} } }: { error: CaptureError }) {
  return (
    <dl class="facts small">
      <dt>Code</dt>
      <dd>
        <code>{code}</code>
      </dd>
      {Object.entries(details).map(([name, value]) => (
        <>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{Array.isArray(value) ? value.join(", ") : value}</dd>
        </>
      ))}
    </dl>
  );
}
