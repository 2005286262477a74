// The image of a screenshot, or the reason why it is missing.
import type { ScreenshotAnswer } from "../../contract/screenshot.ts";
import { Failure } from "./failure.tsx";
import { Timestamp } from "./timestamp.tsx";
import { Notice } from "./notice.tsx";

type Screenshot = ScreenshotAnswer["data"];

/** For larger images, the page shows the thumbnail, because they would slow the page down. */
const MAX_SHOWN_BYTES = 12_000_000;
const MAX_SHOWN_HEIGHT_PX = 16_000;

export function Preview({ screenshot }: { screenshot: Screenshot }) {
  const { status, imageUrl, thumbnailUrl, metadata } = screenshot;
  if (status === "failed") return <Failure screenshot={screenshot} />;
  if (typeof imageUrl !== "string") return <MissingImage screenshot={screenshot} />;
  const { fileSize = 0, dimensions, format } = metadata;
  const isLarge = fileSize > MAX_SHOWN_BYTES || (dimensions?.height ?? 0) > MAX_SHOWN_HEIGHT_PX;
  const isShown = format !== "pdf" && !isLarge;
  const src = isShown ? imageUrl : thumbnailUrl;
  return (
    <figure class="preview">
      {src !== undefined && (
        <div class="canvas" tabindex={0} role="region" aria-label="Image">
          <img src={src} alt={`Screenshot of ${screenshot.url}`} {...(isShown && dimensions)} />
        </div>
      )}
      <figcaption class="small soft">
        {isShown && (
          <label class="zoom">
            <input type="checkbox" /> Actual size
          </label>
        )}
        {!isShown &&
          (format === "pdf"
            ? "Preview of the page on screen. "
            : "Preview of the top of a large image. ")}
        <a href={imageUrl}>{format === "pdf" ? "Open the PDF" : "Open the image"}</a>
      </figcaption>
    </figure>
  );
}

function MissingImage({ screenshot }: { screenshot: Screenshot }) {
  const { status, imageExpiredAt } = screenshot;
  if (status !== "completed") {
    return (
      <Notice tone="warn">
        <span class="spinner" aria-hidden="true" />{" "}
        <strong>{status === "pending" ? "Waiting for a browser." : "Capturing the page."}</strong>{" "}
        This page updates itself.
      </Notice>
    );
  }
  if (imageExpiredAt !== undefined) {
    return (
      <Notice tone="warn">
        The image expired on <Timestamp at={new Date(imageExpiredAt)} />.
      </Notice>
    );
  }
  return (
    <Notice tone="warn">
      The storage of the account was full. The image was returned but not stored.
    </Notice>
  );
}
