// The metadata of a screenshot and its options that differ from the defaults.
import type { ScreenshotAnswer } from "../../contract/screenshot.ts";
import { formatBytes } from "../../lib/data-size.ts";
import { hrefs } from "../hrefs.ts";
import { renderingOptions } from "../non-default-options.ts";
import { paperOf } from "../paper.ts";
import { BlockedFacts } from "./blocked-facts.tsx";
import { Timestamp } from "./timestamp.tsx";
import { HttpBadge, isErrorStatus, StatusBadge } from "./screenshot-card.tsx";

type Screenshot = ScreenshotAnswer["data"];

export function CaptureFacts({ screenshot }: { screenshot: Screenshot }) {
  const { metadata, processingTime, imageExpiredAt, batchId } = screenshot;
  const { dimensions, fileSize, httpStatus, page = {} } = metadata;
  return (
    <dl class="facts">
      <dt>Status</dt>
      <dd>
        <StatusBadge status={screenshot.status} />
      </dd>
      <dt>URL</dt>
      <dd>
        {screenshot.url === "about:blank" ? (
          "HTML document from the request"
        ) : (
          <a href={screenshot.url} rel="noreferrer noopener">
            {screenshot.url}
          </a>
        )}
      </dd>
      {page.url !== undefined && page.url !== screenshot.url && (
        <>
          <dt>Final URL</dt>
          <dd>
            <a href={page.url} rel="noreferrer noopener">
              {page.url}
            </a>
          </dd>
        </>
      )}
      {page.title !== undefined && (
        <>
          <dt>Page title</dt>
          <dd>{page.title}</dd>
        </>
      )}
      {page.description !== undefined && (
        <>
          <dt>Description</dt>
          <dd>{page.description}</dd>
        </>
      )}
      {page.language !== undefined && (
        <>
          <dt>Language</dt>
          <dd>{page.language}</dd>
        </>
      )}
      {httpStatus !== undefined && (
        <>
          <dt>HTTP status</dt>
          <dd>{isErrorStatus(httpStatus) ? <HttpBadge status={httpStatus} /> : httpStatus}</dd>
        </>
      )}
      <dt>Format</dt>
      <dd>{metadata.format.toUpperCase()}</dd>
      {dimensions !== undefined && (
        <>
          <dt>{metadata.format === "pdf" ? "Paper" : "Dimensions"}</dt>
          <dd class="numeric">
            {metadata.format === "pdf"
              ? `${paperOf(dimensions)} (first page)`
              : `${dimensions.width.toLocaleString("en")} × ${dimensions.height.toLocaleString("en")} pixels`}
            {metadata.truncated ? ", truncated" : ""}
          </dd>
        </>
      )}
      {metadata.pages !== undefined && (
        <>
          <dt>Pages</dt>
          <dd class="numeric">{metadata.pages.toLocaleString("en")}</dd>
        </>
      )}
      {fileSize !== undefined && (
        <>
          <dt>File size</dt>
          <dd class="numeric">{formatBytes(fileSize)}</dd>
        </>
      )}
      {processingTime !== undefined && (
        <>
          <dt>Duration</dt>
          <dd class="numeric">{processingTime.toLocaleString("en")} ms</dd>
        </>
      )}
      {metadata.blocked !== undefined && <BlockedFacts blocked={metadata.blocked} />}
      <dt>Created</dt>
      <dd>
        <Timestamp at={new Date(screenshot.createdAt)} exact />
      </dd>
      {imageExpiredAt !== undefined && (
        <>
          <dt>Image expired</dt>
          <dd>
            <Timestamp at={new Date(imageExpiredAt)} exact />
          </dd>
        </>
      )}
      {batchId !== undefined && (
        <>
          <dt>Batch</dt>
          <dd>
            <a href={hrefs.batch(batchId)}>View all screenshots of the batch</a>
          </dd>
        </>
      )}
      <dt>ID</dt>
      <dd>
        <code>{screenshot._id}</code>
      </dd>
    </dl>
  );
}

export function ChosenOptions({ options }: { options: Screenshot["options"] }) {
  const chosen = Object.entries(renderingOptions(options));
  if (chosen.length === 0) return <p class="soft">All options have their default values.</p>;
  return (
    <dl class="facts">
      {chosen.map(([name, value]) => (
        <>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <code>{typeof value === "string" ? value : JSON.stringify(value)}</code>
          </dd>
        </>
      ))}
    </dl>
  );
}
