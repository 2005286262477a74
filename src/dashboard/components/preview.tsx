// The picture of a screenshot, or why there is none.
import type { ScreenshotAnswer } from "../../contract/screenshot.ts";
import { Timestamp } from "./timestamp.tsx";
import { Notice } from "./notice.tsx";

type Screenshot = ScreenshotAnswer["data"];

/** Beyond these a page would be slow to show it, and its thumbnail stands for it. */
const MAX_SHOWN_BYTES = 12_000_000;
const MAX_SHOWN_HEIGHT_PX = 16_000;

export function Preview({ screenshot }: { screenshot: Screenshot }) {
  const { imageUrl, thumbnailUrl, metadata } = screenshot;
  if (typeof imageUrl !== "string") return <WhyNone screenshot={screenshot} />;
  const { fileSize = 0, dimensions, format } = metadata;
  const isLarge = fileSize > MAX_SHOWN_BYTES || (dimensions?.height ?? 0) > MAX_SHOWN_HEIGHT_PX;
  const isShown = format !== "pdf" && !isLarge;
  const shown = isShown ? imageUrl : thumbnailUrl;
  return (
    <figure class="preview">
      {shown !== undefined && (
        <div class="canvas" tabindex={0} role="region" aria-label="The picture">
          <img src={shown} alt={`Screenshot of ${screenshot.url}`} {...(isShown && dimensions)} />
        </div>
      )}
      <figcaption class="small soft">
        {!isShown &&
          (format === "pdf"
            ? "The page that was printed. "
            : "The top of the picture, which is large. ")}
        <a href={imageUrl}>{format === "pdf" ? "Open the PDF" : "Open the image by itself"}</a>
      </figcaption>
    </figure>
  );
}

function WhyNone({ screenshot }: { screenshot: Screenshot }) {
  const { status, errorMessage, imageExpiredAt } = screenshot;
  if (status === "failed") {
    return (
      <Notice tone="bad">
        <strong>The capture failed.</strong> {errorMessage} Its credit has been given back.
      </Notice>
    );
  }
  if (status !== "completed") {
    return (
      <Notice tone="warn">
        <strong>{status === "pending" ? "Waiting for a browser." : "Being captured."}</strong>{" "}
        <a href="">Look again</a>
      </Notice>
    );
  }
  if (imageExpiredAt !== undefined) {
    return (
      <Notice tone="warn">
        The image was kept until <Timestamp at={new Date(imageExpiredAt)} />.
      </Notice>
    );
  }
  return (
    <Notice tone="warn">
      The storage of the account was full, so the image was answered, but not kept.
    </Notice>
  );
}
