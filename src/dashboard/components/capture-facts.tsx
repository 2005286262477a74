// How a screenshot was made: its facts, and the options that were not left alone.
import type { ScreenshotAnswer } from "../../contract/screenshot.ts";
import { formatBytes } from "../../lib/data-size.ts";
import { hrefs } from "../hrefs.ts";
import { pictureOptions } from "../playground/capture-body.ts";
import { BlockedFacts } from "./blocked-facts.tsx";
import { Timestamp } from "./timestamp.tsx";
import { StatusBadge } from "./screenshot-card.tsx";

type Screenshot = ScreenshotAnswer["data"];

export function CaptureFacts({ screenshot }: { screenshot: Screenshot }) {
  const { metadata, processingTime, imageExpiredAt, batchId } = screenshot;
  const { dimensions, fileSize, httpStatus } = metadata;
  return (
    <dl class="facts">
      <dt>Status</dt>
      <dd>
        <StatusBadge status={screenshot.status} />
      </dd>
      <dt>Address</dt>
      <dd>
        {screenshot.url === "about:blank" ? (
          "An HTML document that was sent along"
        ) : (
          <a href={screenshot.url} rel="noreferrer noopener">
            {screenshot.url}
          </a>
        )}
      </dd>
      {httpStatus !== undefined && (
        <>
          <dt>Target answered</dt>
          <dd>{httpStatus}</dd>
        </>
      )}
      <dt>Format</dt>
      <dd>{metadata.format.toUpperCase()}</dd>
      {dimensions !== undefined && (
        <>
          <dt>Size</dt>
          <dd class="numeric">
            {dimensions.width.toLocaleString("en")} × {dimensions.height.toLocaleString("en")}{" "}
            pixels{metadata.truncated ? ", cut below" : ""}
          </dd>
        </>
      )}
      {fileSize !== undefined && (
        <>
          <dt>File</dt>
          <dd class="numeric">{formatBytes(fileSize)}</dd>
        </>
      )}
      {processingTime !== undefined && (
        <>
          <dt>Took</dt>
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
          <dt>Image kept until</dt>
          <dd>
            <Timestamp at={new Date(imageExpiredAt)} exact />
          </dd>
        </>
      )}
      {batchId !== undefined && (
        <>
          <dt>Batch</dt>
          <dd>
            <a href={hrefs.batch(batchId)}>All of its screenshots</a>
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
  const chosen = Object.entries(pictureOptions(options));
  if (chosen.length === 0) return <p class="soft">Every option as it is by default.</p>;
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
