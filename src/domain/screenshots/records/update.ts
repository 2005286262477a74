// Changes the name and the stored options of a record. Does not render the page again.
import { findContradictions, withoutSecrets } from "../../../contract/capture-options.ts";
import type { StoredOptions } from "../../../contract/capture-options.ts";
import { ServiceError } from "../../../contract/errors.ts";
import type { UpdateBody } from "../../../contract/screenshot-requests.ts";
import { MAX_FAILED_OPTIONS_BYTES } from "../../../storage/failed-options.ts";
import { updateScreenshot } from "../../../storage/screenshot-records.ts";
import type { Caller } from "../../api-keys/authenticate.ts";
import type { Context } from "../../context.ts";
import { getOwned } from "./get-owned.ts";
import type { Screenshot } from "./screenshot.ts";

/**
 * Throws ServiceError: not_found, forbidden, or invalid_options if the new options contradict the stored ones or are too long
 * for a failed record.
 */
export async function updateScreenshotDetails(
  ctx: Context,
  caller: Caller,
  id: string,
  { name, options }: UpdateBody,
): Promise<Screenshot> {
  for (;;) {
    const record = await getOwned(ctx, caller, id);
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(options === undefined ? {} : { options: mergeOptions(record, options) }),
    };
    const updated = await updateScreenshot(ctx.db, record, changes, ctx.clock());
    // Another request changed or deleted the record. Read it again.
    if (updated !== undefined) return updated;
  }
}

function mergeOptions(
  { options: stored, status }: Pick<Screenshot, "options" | "status">,
  given: NonNullable<UpdateBody["options"]>,
): StoredOptions {
  const merged = withoutSecrets({ ...stored, ...given });
  if (status === "failed") assertShort(merged);
  const contradictions = findContradictions(merged);
  if (contradictions.length === 0) return merged;
  throw new ServiceError("invalid_options", {
    details: Object.fromEntries(
      contradictions.map(([option, message]) => [`options.${option}`, message]),
    ),
  });
}

/** A failed record cost no credit, so it must not fill the database. */
function assertShort(options: StoredOptions): void {
  const bytes = new TextEncoder().encode(JSON.stringify(options)).length;
  if (bytes <= MAX_FAILED_OPTIONS_BYTES) return;
  throw new ServiceError("invalid_options", {
    details: { options: "must take at most 8 KiB in a failed record" },
  });
}
