// One screenshot: what it shows, how it was made, and what can be done with it.
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
import { type Faults, TextField, type Values } from "../forms/form.tsx";
import { CaptureFacts, ChosenOptions } from "../components/capture-facts.tsx";
import { Preview } from "../components/preview.tsx";
import { titleOf } from "../components/screenshot-card.tsx";
import { label } from "../forms/fields.ts";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf, withNotice } from "../notices.ts";
import { readForm } from "../forms/read-form.ts";

/** An empty name takes the name away. */
const nameForm = z.object({
  name: z.union([z.literal("").transform(() => null), label("is needed")]),
});

const one = `${hrefs.screenshots}/:id` as const;

export const screenshotPages = factory
  .createApp()
  .use(`${hrefs.screenshots}/*`, membersOnly())
  .get(one, async (c) => {
    const { ctx, viewer } = c.var;
    const record = await getOwned(ctx, viewer.caller, c.req.param("id"));
    const { data } = presentScreenshot(record, addressBase(c));
    const done = noticeOf(c.req.query("done"));
    return c.html(<Screenshot viewer={viewer} screenshot={data} done={done} />);
  })
  .post(one, async (c) => {
    const { ctx, viewer } = c.var;
    const id = c.req.param("id");
    const { values, typed, faults } = await readForm(c, nameForm);
    if (values === undefined) {
      const { data } = presentScreenshot(await getOwned(ctx, viewer.caller, id), addressBase(c));
      return c.html(
        <Screenshot viewer={viewer} screenshot={data} typed={typed} faults={faults} />,
        422,
      );
    }
    await updateScreenshotDetails(ctx, viewer.caller, id, values);
    return c.redirect(withNotice(hrefs.screenshot(id), "screenshot-renamed"), 303);
  })
  .get(`${one}/file`, async (c) => {
    const { record, image } = await openImage(c.var.ctx, c.var.viewer.caller, c.req.param("id"));
    const { contentType, extension } = formatFiles[record.format];
    return c.body(image.body, 200, {
      "Content-Type": contentType,
      "Content-Length": String(image.sizeBytes),
      "Content-Disposition": attachment(record.name ?? record.id, extension),
    });
  })
  .post(`${one}/delete`, async (c) => {
    await removeScreenshot(c.var.ctx, c.var.viewer.caller, c.req.param("id"));
    return c.redirect(withNotice(hrefs.screenshots, "screenshot-deleted"), 303);
  });

type Props = {
  viewer: Viewer;
  screenshot: ScreenshotAnswer["data"];
  done?: string | undefined;
  typed?: Values;
  faults?: Faults;
};

function Screenshot({ viewer, screenshot, done, typed = {}, faults = {} }: Props) {
  const { _id: id, imageUrl, name = "" } = screenshot;
  return (
    <Page
      title={titleOf(screenshot)}
      viewer={viewer}
      here="screenshots"
      parent={{ href: hrefs.screenshots, label: "Screenshots" }}
      done={done}
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
            <p>Its image is gone at once, wherever its address is used. The credit stays spent.</p>
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
                label="What it is called"
                value={typed["name"] ?? name}
                fault={faults["name"]}
                hint="Also the name of the file. Empty: none."
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
