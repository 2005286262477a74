// The result of the form: the captured image or a list of errors.
import type { ScreenshotAnswer } from "../../contract/screenshot.ts";
import { formatBytes } from "../../lib/data-size.ts";
import { Empty } from "../components/empty.tsx";
import { FieldErrorList } from "../components/field-error-list.tsx";
import type { FieldErrors } from "../forms/form.tsx";
import { Notice } from "../components/notice.tsx";
import { Preview } from "../components/preview.tsx";
import { hrefs } from "../hrefs.ts";

/** A successful capture. `isCached`: the image comes from the cache, according to `cache_ttl`. */
export type PlaygroundCapture = {
  screenshot: ScreenshotAnswer["data"];
  remainingCredits: number;
  isCached: boolean;
};

/** `invalid`: the form has errors, so that no capture was started. */
export type FailedOutcome = "invalid" | "failed";

const headings: Record<FailedOutcome, string> = {
  invalid: "The form has errors. Nothing was captured.",
  failed: "The capture failed.",
};

type ResultProps = {
  capture: PlaygroundCapture | undefined;
  errors: FieldErrors;
  outcome: FailedOutcome | undefined;
};

export function Result({ capture, errors, outcome }: ResultProps) {
  return (
    <section class="panel" aria-labelledby="result-title">
      <h2 id="result-title">Result</h2>
      {outcome !== undefined && (
        <Notice tone="bad">
          <strong>{headings[outcome]}</strong>
          <FieldErrorList errors={errors} />
        </Notice>
      )}
      {capture !== undefined && <Captured {...capture} />}
      {outcome === undefined && capture === undefined && (
        <Empty title="No capture yet">
          <p>The image appears here and in your screenshots.</p>
        </Empty>
      )}
    </section>
  );
}

function Captured({ screenshot, remainingCredits, isCached }: PlaygroundCapture) {
  const { metadata, processingTime = 0 } = screenshot;
  const { dimensions, fileSize = 0, format } = metadata;
  const facts = [
    format.toUpperCase(),
    dimensions && `${dimensions.width} × ${dimensions.height}`,
    formatBytes(fileSize),
    isCached ? "from the cache, no credit used" : `${processingTime.toLocaleString("en")} ms`,
    `${remainingCredits.toLocaleString("en")} credits left`,
  ];
  return (
    <>
      <p class="numeric" role="status">
        {facts.filter(Boolean).join(" · ")}
      </p>
      <Preview screenshot={screenshot} />
      <p class="actions">
        <a class="button quiet compact" href={hrefs.screenshot(screenshot._id)}>
          Details
        </a>
        <a class="button quiet compact" href={hrefs.screenshotFile(screenshot._id)}>
          Download
        </a>
      </p>
    </>
  );
}
