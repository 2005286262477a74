// Returns a rendered capture to the client, and stores it before or after the response.
//
//            stored                                        transient (the account's storage is full)
//   bytes    respond, then store                           respond, then complete the record
//   stream   store, then respond from storage              store, respond from storage, then remove the image
import type { Rendered } from "../../../capture/request.ts";
import { ServiceError } from "../../../contract/errors.ts";
import { pause } from "../../../lib/pause.ts";
import type { Screenshot } from "../../../storage/screenshots.ts";
import type { Context } from "../../context.ts";
import type { CaptureResult } from "./capture-result.ts";
import { completeCapture, explainNotStored, failCapture, storeImage } from "./end-capture.ts";
import type { InteractiveCapture } from "./reserve-capture.ts";

/** Storing and sending the response use the same thread. Wait this long before storing, so that the response is faster. */
const STORE_AFTER_MS = 20;

type File = Pick<Extract<CaptureResult, { kind: "file" }>, "body" | "sizeBytes" | "stored">;

export async function respond(
  ctx: Context,
  capture: InteractiveCapture,
  rendered: Rendered,
): Promise<CaptureResult> {
  const { id, remainingCredits, stores } = capture;
  if (capture.options.response_type !== "by_format") {
    const record = await storeAndComplete(ctx, capture, rendered);
    if (record === undefined) throw await explainNotStored(ctx, capture);
    return { kind: "record", id, remainingCredits, stored: stores, record };
  }
  const { body } = rendered;
  let file: File;
  if (body instanceof ReadableStream) {
    file = await (stores ? respondStoredStream : respondTransientStream)(ctx, capture, rendered);
  } else {
    file = (stores ? respondStoredBytes : respondTransientBytes)(ctx, capture, rendered, body);
  }
  return { kind: "file", id, remainingCredits, ...file };
}

function respondStoredBytes(
  ctx: Context,
  capture: InteractiveCapture,
  rendered: Rendered,
  body: Uint8Array<ArrayBuffer>,
): File {
  const sizeBytes = body.byteLength;
  const store = async () => {
    await leaveTimeToRespond(capture);
    if ((await storeAndComplete(ctx, capture, rendered)) !== undefined) return;
    await ctx.images.remove([capture.imageKey]);
    await completeWithoutImage(ctx, capture, rendered, sizeBytes);
  };
  finishAfterResponse(ctx, capture, store());
  return { body, sizeBytes, stored: true };
}

/** Does not wait for a shared image: until it is stored, other requests wait for it or are refused. */
async function leaveTimeToRespond({ isShared }: InteractiveCapture): Promise<void> {
  if (!isShared) await pause(STORE_AFTER_MS);
}

function respondTransientBytes(
  ctx: Context,
  capture: InteractiveCapture,
  rendered: Rendered,
  body: Uint8Array<ArrayBuffer>,
): File {
  const sizeBytes = body.byteLength;
  const complete = async () => {
    await leaveTimeToRespond(capture);
    await completeWithoutImage(ctx, capture, rendered, sizeBytes);
  };
  finishAfterResponse(ctx, capture, complete());
  return { body, sizeBytes, stored: false };
}

/** Stores the stream before the response, so that its size is known and a failure can still become an error response. */
async function respondStoredStream(
  ctx: Context,
  capture: InteractiveCapture,
  rendered: Rendered,
): Promise<File> {
  const record = await storeAndComplete(ctx, capture, rendered);
  if (record === undefined) return respondAndRemove(ctx, capture, rendered);
  return { ...(await readBack(ctx, capture)), stored: true };
}

async function respondTransientStream(
  ctx: Context,
  capture: InteractiveCapture,
  rendered: Rendered,
): Promise<File> {
  await storeImage(ctx, capture, rendered);
  return respondAndRemove(ctx, capture, rendered);
}

/** Responds with the image in storage and removes it after the response. */
async function respondAndRemove(
  ctx: Context,
  capture: InteractiveCapture,
  rendered: Rendered,
): Promise<File> {
  const { body, sizeBytes } = await readBack(ctx, capture);
  const { readable, writable } = new FixedLengthStream(sizeBytes);
  // When the client disconnects, remove the image, too.
  const sent = body.pipeTo(writable).catch(() => undefined);
  const remove = async () => {
    await ctx.images.remove([capture.imageKey]);
    await completeWithoutImage(ctx, capture, rendered, sizeBytes);
  };
  finishAfterResponse(ctx, capture, sent.then(remove));
  return { body: readable, sizeBytes, stored: false };
}

/**
 * Returns undefined if the record was deleted, failed or claimed by another attempt meanwhile: the image must be removed.
 */
async function storeAndComplete(
  ctx: Context,
  capture: InteractiveCapture,
  rendered: Rendered,
): Promise<Screenshot | undefined> {
  const sizeBytes = await storeImage(ctx, capture, rendered);
  return completeCapture(ctx, capture, rendered, { sizeBytes, stored: true });
}

async function readBack(ctx: Context, capture: InteractiveCapture) {
  const image = await ctx.images.get(capture.imageKey);
  if (image === undefined) throw new Error("An image that was just stored is missing.");
  return { body: image.body, sizeBytes: image.sizeBytes };
}

async function completeWithoutImage(
  ctx: Context,
  capture: InteractiveCapture,
  rendered: Rendered,
  sizeBytes: number,
): Promise<void> {
  await completeCapture(ctx, capture, rendered, { sizeBytes, stored: false });
}

/**
 * Finishes `work` after the response. If it fails, the client already has the image, but the record fails and the credit is
 * refunded (docs/decisions/records.md).
 */
function finishAfterResponse(
  ctx: Context,
  capture: InteractiveCapture,
  work: Promise<unknown>,
): void {
  const refund = async (cause: unknown) => {
    ctx.log({ storeError: cause });
    const message = "The image could not be stored.";
    await failCapture(ctx, capture, new ServiceError("internal_error", { message, cause }));
  };
  ctx.defer(work.catch(refund));
}
