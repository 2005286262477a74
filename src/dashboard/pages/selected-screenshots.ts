// The actions on the screenshots that are selected in the gallery: delete, download as a ZIP file, compare.
import * as z from "zod";
import { RECORD_ID } from "../../contract/screenshot.ts";
import { ServiceError } from "../../contract/errors.ts";
import { formatFiles } from "../../contract/formats.ts";
import type { Caller } from "../../domain/api-keys/authenticate.ts";
import type { Context } from "../../domain/context.ts";
import { openImage } from "../../domain/screenshots/records/open-image.ts";
import { removeScreenshot } from "../../domain/screenshots/records/remove.ts";
import { attachment, fileName } from "../../http/content-disposition.ts";
import { factory } from "../../http/hono.ts";
import { byteStreamOf } from "../../lib/byte-stream.ts";
import { inOrder } from "../comparison/in-order.ts";
import { readForm } from "../forms/read-form.ts";
import { refusalHref } from "../gallery/query.ts";
import { hrefs } from "../hrefs.ts";
import { membersOnly } from "../middleware/members-only.ts";
import { withNotice } from "../notices.ts";
import { zip, type ZipEntry } from "../zip.ts";

/** The number of screenshots on the largest page of the gallery. */
const MAX_SELECTED = 96;
const ZIP_CHUNK_BYTES = 256 * 1024;

const selectionForm = z.object({
  do: z.enum(["delete", "download", "compare"]),
  id: z.preprocess(
    (ids) => [ids ?? []].flat(),
    z
      .array(z.string().regex(RECORD_ID))
      .max(MAX_SELECTED, { error: `Select at most ${MAX_SELECTED} screenshots.` }),
  ),
});

export const selectedScreenshotsPages = factory
  .createApp()
  .use(hrefs.selected, membersOnly())
  .post(hrefs.selected, async (c) => {
    const { ctx, viewer } = c.var;
    const { values, errors } = await readForm(c, selectionForm);
    if (values === undefined)
      throw new ServiceError("invalid_options", {
        message: errors["id"] ?? "The action is unknown. Reload the page and try again.",
      });
    const { id: ids } = values;
    const shown = c.req.query();
    if (ids.length === 0) return c.redirect(refusalHref(shown, "none-selected", ids), 303);
    if (values.do === "delete") {
      await removeAll(ctx, viewer.caller, ids);
      return c.redirect(withNotice(hrefs.screenshots, "screenshots-deleted"), 303);
    }
    if (values.do === "compare") {
      if (new Set(ids).size !== 2) return c.redirect(refusalHref(shown, "compare-two", ids), 303);
      const [before, after] = await inOrder(ctx, viewer.caller, ids);
      return c.redirect(hrefs.comparison(before, after), 303);
    }
    const file = byteStreamOf(zip(imagesOf(ctx, viewer.caller, ids)), ZIP_CHUNK_BYTES);
    return c.body(file, 200, {
      "Content-Type": "application/zip",
      "Content-Disposition": attachment("screenshots", "zip"),
    });
  });

async function removeAll(ctx: Context, caller: Caller, ids: string[]): Promise<void> {
  for (const id of ids) {
    try {
      await removeScreenshot(ctx, caller, id);
    } catch (error) {
      // Another request deleted this screenshot first.
      if (!(error instanceof ServiceError) || error.code !== "not_found") throw error;
    }
  }
}

/** Skips screenshots without a stored image, and lists them in a text file at the end. */
async function* imagesOf(ctx: Context, caller: Caller, ids: string[]): AsyncGenerator<ZipEntry> {
  const names = new Set<string>();
  const missing: string[] = [];
  for (const id of new Set(ids)) {
    try {
      const { record, image } = await openImage(ctx, caller, id);
      const { extension } = formatFiles[record.format];
      const wanted = fileName(record.name ?? id, extension);
      const name = names.has(wanted) ? fileName(`${id} ${wanted}`, extension) : wanted;
      names.add(name);
      yield { name, body: image.body as ReadableStream<Uint8Array> }; // R2 streams bytes
    } catch (error) {
      // The image has expired or was not stored, or another account owns the record.
      if (!(error instanceof ServiceError)) throw error;
      missing.push(id);
    }
  }
  if (missing.length === 0) return;
  const text = `These screenshots have no stored image:\n${missing.join("\n")}\n`;
  const body = new Blob([text]).stream() as ReadableStream<Uint8Array>; // a blob streams bytes
  yield { name: "missing.txt", body };
}
