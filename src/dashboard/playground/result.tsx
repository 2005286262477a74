// What came of the form: the picture, or what to mend.
import type { ScreenshotAnswer } from "../../contract/screenshot.ts";
import { formatBytes } from "../../lib/data-size.ts";
import { Empty } from "../components/empty.tsx";
import type { Faults } from "../forms/form.tsx";
import { Notice } from "../components/notice.tsx";
import { Preview } from "../components/preview.tsx";
import { hrefs } from "../hrefs.ts";

/** A capture that succeeded. `isCached`: cache_ttl answered with an earlier one. */
export type Shown = {
  screenshot: ScreenshotAnswer["data"];
  remainingCredits: number;
  isCached: boolean;
};

export function Result({ shown, faults }: { shown: Shown | undefined; faults: Faults }) {
  const named = Object.entries(faults);
  return (
    <section class="panel" aria-labelledby="result-title">
      <h2 id="result-title">Result</h2>
      {named.length > 0 && <WhatToMend faults={named} />}
      {shown !== undefined && <Captured {...shown} />}
      {named.length === 0 && shown === undefined && (
        <Empty title="Nothing captured yet">
          <p>The picture will be here, and in your screenshots.</p>
        </Empty>
      )}
    </section>
  );
}

function WhatToMend({ faults }: { faults: [string, string | undefined][] }) {
  return (
    <Notice tone="bad">
      <strong>Nothing was captured.</strong>
      <ul>
        {faults.map(([name, fault]) => (
          <li>
            {name !== "form" && (
              <>
                <a href={`#${name}`}>{name}</a>:{" "}
              </>
            )}
            {fault}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Captured({ screenshot, remainingCredits, isCached }: Shown) {
  const { metadata, processingTime = 0 } = screenshot;
  const { dimensions, fileSize = 0, format } = metadata;
  const facts = [
    format.toUpperCase(),
    dimensions && `${dimensions.width} × ${dimensions.height}`,
    formatBytes(fileSize),
    isCached ? "from the cache, free of charge" : `${processingTime.toLocaleString("en")} ms`,
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
