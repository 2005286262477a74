// The page of one screenshot: image, metadata, options, and the actions capture again, rename, download and delete.
import type { Context } from "hono";
import * as z from "zod";
import { ServiceError } from "../../contract/errors.ts";
import { formatFiles } from "../../contract/formats.ts";
import { getOwned } from "../../domain/screenshots/records/get-owned.ts";
import { findNeighbors, type Neighbors } from "../../domain/screenshots/records/neighbors.ts";
import { openImage } from "../../domain/screenshots/records/open-image.ts";
import { removeScreenshot } from "../../domain/screenshots/records/remove.ts";
import type { Screenshot } from "../../domain/screenshots/records/screenshot.ts";
import { updateScreenshotDetails } from "../../domain/screenshots/records/update.ts";
import { attachment } from "../../http/content-disposition.ts";
import { type AppEnv, factory } from "../../http/hono.ts";
import { presentScreenshot } from "../../http/present-screenshot.ts";
import { addressBase } from "../../http/address-base.ts";
import { captureAsViewer } from "../capture-as-viewer.ts";
import { CaptureFacts, ChosenOptions } from "../components/capture-facts.tsx";
import { CaptureProgress } from "../components/capture-progress.tsx";
import { Confirm } from "../components/confirm.tsx";
import { Copyable } from "../components/copyable.tsx";
import { Notice } from "../components/notice.tsx";
import { Preview } from "../components/preview.tsx";
import { titleOf } from "../components/screenshot-card.tsx";
import { label } from "../forms/fields.ts";
import { type FieldErrors, TextField, type EnteredValues } from "../forms/form.tsx";
import { readForm } from "../forms/read-form.ts";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf, withNotice } from "../notices.ts";
import { recordToBody, recordToInput } from "../playground/capture-body.ts";
import { describeCaptureError } from "../playground/capture-errors.ts";
import { signBody } from "../playground/sign-body.ts";
import { Snippets } from "../playground/snippets.tsx";

/** An empty name removes the name. */
const nameForm = z.object({
  name: z.union([z.literal("").transform(() => null), label("must not be empty")]),
});

const SCREENSHOT_PATH = `${hrefs.screenshots}/:id` as const;

export const screenshotPages = factory
  .createApp()
  .use(`${hrefs.screenshots}/*`, membersOnly())
  .get(SCREENSHOT_PATH, async (c) =>
    c.html(await renderScreenshot(c, { notice: noticeOf(c.req.query("done")) })),
  )
  .post(SCREENSHOT_PATH, async (c) => {
    const { ctx, viewer } = c.var;
    const id = c.req.param("id");
    const { values, entered, errors } = await readForm(c, nameForm);
    if (values === undefined) return c.html(await renderScreenshot(c, { entered, errors }), 422);
    await updateScreenshotDetails(ctx, viewer.caller, id, values);
    return c.redirect(withNotice(hrefs.screenshot(id), "screenshot-renamed"), 303);
  })
  .post(`${SCREENSHOT_PATH}/again`, async (c) => {
    const { ctx, viewer } = c.var;
    const record = await getOwned(ctx, viewer.caller, c.req.param("id"));
    const input = recordToInput(record);
    if (input === undefined) return c.redirect(hrefs.playgroundFor(record.id), 303);
    try {
      const captured = await captureAsViewer(ctx, viewer, input);
      return c.redirect(withNotice(hrefs.screenshot(captured.id), "captured-again"), 303);
    } catch (error) {
      // Show a failed capture on the page from which it was started.
      if (!(error instanceof ServiceError)) throw error;
      c.var.log.add({ errorCode: error.code });
      if (error.retryAfterSeconds !== undefined)
        c.header("Retry-After", String(error.retryAfterSeconds));
      return c.html(await renderScreenshot(c, { captureError: error }), error.status);
    }
  })
  .get(`${SCREENSHOT_PATH}/file`, async (c) => {
    const { record, image } = await openImage(c.var.ctx, c.var.viewer.caller, c.req.param("id"));
    const { contentType, extension } = formatFiles[record.format];
    return c.body(image.body, 200, {
      "Content-Type": contentType,
      "Content-Length": String(image.sizeBytes),
      "Content-Disposition": attachment(record.name ?? record.id, extension),
    });
  })
  .post(`${SCREENSHOT_PATH}/delete`, async (c) => {
    await removeScreenshot(c.var.ctx, c.var.viewer.caller, c.req.param("id"));
    return c.redirect(withNotice(hrefs.screenshots, "screenshot-deleted"), 303);
  });

type PageState = {
  notice?: string | undefined;
  entered?: EnteredValues;
  errors?: FieldErrors;
  /** The error of a capture that was started on this page. */
  captureError?: ServiceError;
};

async function renderScreenshot(
  c: Context<AppEnv, typeof SCREENSHOT_PATH>,
  { notice, entered = {}, errors = {}, captureError }: PageState,
) {
  const { ctx, viewer } = c.var;
  const record = await getOwned(ctx, viewer.caller, c.req.param("id"));
  const { id } = record;
  const { data: screenshot } = presentScreenshot(record, addressBase(c));
  const body = recordToBody(record);
  const [neighbors, signed] = await Promise.all([findNeighbors(ctx, record), signBody(c, body)]);
  const isLive = record.status === "pending" || record.status === "processing";
  const live = isLive ? { "data-live": "" } : {};
  return (
    <Page
      title={titleOf(screenshot)}
      viewer={viewer}
      current="screenshots"
      parent={{ href: hrefs.screenshots, label: "Screenshots" }}
      notice={notice}
      isLive={isLive}
      actions={
        <div class="actions" id="actions" {...live}>
          <Actions record={record} hasImage={typeof screenshot.imageUrl === "string"} />
        </div>
      }
    >
      {captureError !== undefined && (
        <Notice tone="bad">
          <strong>The capture failed.</strong>{" "}
          {Object.values(describeCaptureError(captureError)).join(" ")}
        </Notice>
      )}
      <div class="beside">
        <div id="preview" {...live}>
          <Preview screenshot={screenshot} />
          <NeighborLinks neighbors={neighbors} />
        </div>
        <div>
          <section class="panel" id="facts" {...live}>
            <h2>Capture</h2>
            <CaptureFacts screenshot={screenshot} />
          </section>
          <section class="panel">
            <h2>Options</h2>
            <ChosenOptions options={screenshot.options} />
          </section>
          {typeof screenshot.imageUrl === "string" && (
            <section class="panel">
              <h2>Image link</h2>
              <Copyable id="image-link" label="Image link">
                {screenshot.imageUrl}
              </Copyable>
            </section>
          )}
          <Snippets
            title="Repeat with code"
            origin={new URL(c.req.url).origin}
            body={body}
            signed={signed}
          />
          <section class="panel">
            <h2>Name</h2>
            <form method="post" action={hrefs.screenshot(id)}>
              <TextField
                name="name"
                label="Screenshot name"
                value={entered["name"] ?? record.name ?? ""}
                error={errors["name"]}
                hint="Used as the file name of the download. Leave empty to remove the name."
                maxlength={100}
                autocomplete="off"
              />
              <button class="quiet">Save name</button>
            </form>
          </section>
        </div>
      </div>
    </Page>
  );
}

function Actions({ record, hasImage }: { record: Screenshot; hasImage: boolean }) {
  const { id } = record;
  return (
    <>
      {hasImage && (
        <a class="button" href={hrefs.screenshotFile(id)}>
          Download
        </a>
      )}
      {recordToInput(record) !== undefined && (
        <form method="post" action={hrefs.screenshotAgain(id)} data-capture>
          <button class="quiet">Capture again</button>
          <CaptureProgress />
        </form>
      )}
      <a class="button quiet" href={hrefs.playgroundFor(id)}>
        Edit in playground
      </a>
      <Confirm
        id="delete"
        label="Delete"
        question="Delete this screenshot?"
        action={`${hrefs.screenshot(id)}/delete`}
      >
        <p>
          The image is deleted immediately and its URL stops working. The credit is not refunded.
        </p>
      </Confirm>
    </>
  );
}

function NeighborLinks({ neighbors: { newer, older } }: { neighbors: Neighbors }) {
  if (newer === undefined && older === undefined) return null;
  return (
    <nav class="pages" aria-label="Other screenshots">
      {newer === undefined ? (
        <span />
      ) : (
        <a class="button quiet compact" rel="prev" href={hrefs.screenshot(newer)}>
          Newer
        </a>
      )}
      {older !== undefined && (
        <a class="button quiet compact" rel="next" href={hrefs.screenshot(older)}>
          Older
        </a>
      )}
    </nav>
  );
}
