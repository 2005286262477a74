// The page of one screenshot: image, metadata, options, and the actions rename, download and delete.
import { z } from "zod";
import { formatFiles } from "../../contract/formats.ts";
import type { ScreenshotAnswer } from "../../contract/screenshot.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { getOwned } from "../../domain/screenshots/records/get-owned.ts";
import { openImage } from "../../domain/screenshots/records/open-image.ts";
import { removeScreenshot } from "../../domain/screenshots/records/remove.ts";
import { updateScreenshotDetails } from "../../domain/screenshots/records/update.ts";
import { attachment } from "../../http/content-disposition.ts";
import { factory } from "../../http/hono.ts";
import { presentScreenshot } from "../../http/present-screenshot.ts";
import { addressBase } from "../../http/address-base.ts";
import { Confirm } from "../components/confirm.tsx";
import { type FieldErrors, TextField, type EnteredValues } from "../forms/form.tsx";
import { CaptureFacts, ChosenOptions } from "../components/capture-facts.tsx";
import { Preview } from "../components/preview.tsx";
import { titleOf } from "../components/screenshot-card.tsx";
import { label } from "../forms/fields.ts";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf, withNotice } from "../notices.ts";
import { readForm } from "../forms/read-form.ts";

/** An empty name removes the name. */
const nameForm = z.object({
  name: z.union([z.literal("").transform(() => null), label("is required")]),
});

const SCREENSHOT_PATH = `${hrefs.screenshots}/:id` as const;

export const screenshotPages = factory
  .createApp()
  .use(`${hrefs.screenshots}/*`, membersOnly())
  .get(SCREENSHOT_PATH, async (c) => {
    const { ctx, viewer } = c.var;
    const record = await getOwned(ctx, viewer.caller, c.req.param("id"));
    const { data } = presentScreenshot(record, addressBase(c));
    const notice = noticeOf(c.req.query("done"));
    return c.html(<Screenshot viewer={viewer} screenshot={data} notice={notice} />);
  })
  .post(SCREENSHOT_PATH, async (c) => {
    const { ctx, viewer } = c.var;
    const id = c.req.param("id");
    const { values, entered, errors } = await readForm(c, nameForm);
    if (values === undefined) {
      const { data } = presentScreenshot(await getOwned(ctx, viewer.caller, id), addressBase(c));
      return c.html(
        <Screenshot viewer={viewer} screenshot={data} entered={entered} errors={errors} />,
        422,
      );
    }
    await updateScreenshotDetails(ctx, viewer.caller, id, values);
    return c.redirect(withNotice(hrefs.screenshot(id), "screenshot-renamed"), 303);
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

type Props = {
  viewer: Viewer;
  screenshot: ScreenshotAnswer["data"];
  notice?: string | undefined;
  entered?: EnteredValues;
  errors?: FieldErrors;
};

function Screenshot({ viewer, screenshot, notice, entered = {}, errors = {} }: Props) {
  const { _id: id, imageUrl, name = "" } = screenshot;
  return (
    <Page
      title={titleOf(screenshot)}
      viewer={viewer}
      current="screenshots"
      parent={{ href: hrefs.screenshots, label: "Screenshots" }}
      notice={notice}
      actions={
        <>
          {typeof imageUrl === "string" && (
            <a class="button" href={hrefs.screenshotFile(id)}>
              Download
            </a>
          )}
          <a class="button quiet" href={hrefs.playgroundFor(id)}>
            Capture again
          </a>
          <Confirm
            id="delete"
            label="Delete"
            question="Delete this screenshot?"
            action={`${hrefs.screenshot(id)}/delete`}
          >
            <p>
              The image is deleted immediately and its URL stops working. The credit is not
              refunded.
            </p>
          </Confirm>
        </>
      }
    >
      <div class="beside">
        <Preview screenshot={screenshot} />
        <div>
          <section class="panel">
            <h2>Capture</h2>
            <CaptureFacts screenshot={screenshot} />
          </section>
          <section class="panel">
            <h2>Options</h2>
            <ChosenOptions options={screenshot.options} />
          </section>
          <section class="panel">
            <h2>Name</h2>
            <form method="post" action={hrefs.screenshot(id)}>
              <TextField
                name="name"
                label="Screenshot name"
                value={entered["name"] ?? name}
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
