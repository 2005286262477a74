// How a rendered capture reaches its caller: the file or the record, and what is stored before or after that.
import type { Rendered } from "../../../capture/request.ts";
import { ServiceError } from "../../../contract/errors.ts";
import type { Screenshot } from "../../../storage/screenshots.ts";
import type { Context } from "../../context.ts";
import { completeCapture, explainNotKept, failCapture, storeImage } from "./end-capture.ts";
import type { InteractiveCapture } from "./reserve-capture.ts";

/** The file for response_type by_format, otherwise the completed record. */
export type CaptureResult = {
  id: string;
  remainingCredits: number;
  /** Whether the image stays in storage. */
  stored: boolean;
} & (
  | { kind: "file"; body: Uint8Array<ArrayBuffer> | ReadableStream; sizeBytes: number }
  | { kind: "record"; record: Screenshot }
);

export async function respond(
  ctx: Context,
  capture: InteractiveCapture,
  rendered: Rendered,
): Promise<CaptureResult> {
  const { id, remainingCredits, stores: stored } = capture;
  const answer = { id, remainingCredits, stored };
  if (capture.input.options.response_type !== "by_format") {
    return { ...answer, kind: "record", record: await keep(ctx, capture, rendered) };
  }
  const { body } = rendered;
  if (body instanceof ReadableStream) {
    return {
      ...answer,
      kind: "file",
      ...(await (stored ? sendKept : sendOnce)(ctx, capture, rendered)),
    };
  }
  const { byteLength } = body;
  const end = stored
    ? keepSent(ctx, capture, rendered, byteLength)
    : dropped(ctx, capture, rendered, byteLength);
  ctx.defer(settle(ctx, capture, end));
  return { ...answer, kind: "file", body, sizeBytes: body.byteLength };
}

async function keep(
  ctx: Context,
  capture: InteractiveCapture,
  rendered: Rendered,
): Promise<Screenshot> {
  const record = await store(ctx, capture, rendered);
  if (record === undefined) throw await explainNotKept(ctx, capture);
  return record;
}

/** The caller has the file, whatever became of the record. */
async function keepSent(
  ctx: Context,
  capture: InteractiveCapture,
  rendered: Rendered,
  sizeBytes: number,
) {
  if ((await store(ctx, capture, rendered)) !== undefined) return;
  await ctx.images.remove([capture.imageKey]);
  await dropped(ctx, capture, rendered, sizeBytes);
}

/** A stream of unknown length goes to storage first: there its faults still become an error, and its size is known. */
async function sendKept(ctx: Context, capture: InteractiveCapture, rendered: Rendered) {
  const record = await store(ctx, capture, rendered);
  return record === undefined
    ? sendAndForget(ctx, capture, rendered)
    : { ...(await readBack(ctx, capture)), stored: true };
}

/** Undefined when the record was deleted meanwhile: the image is not to stay. */
async function store(
  ctx: Context,
  capture: InteractiveCapture,
  rendered: Rendered,
): Promise<Screenshot | undefined> {
  const sizeBytes = await storeImage(ctx, capture, rendered);
  return completeCapture(ctx, capture, rendered, { sizeBytes, stored: true });
}

/** The same for an account whose storage is full: the image stays only until it has been sent. */
async function sendOnce(ctx: Context, capture: InteractiveCapture, rendered: Rendered) {
  await storeImage(ctx, capture, rendered);
  return sendAndForget(ctx, capture, rendered);
}

async function sendAndForget(ctx: Context, capture: InteractiveCapture, rendered: Rendered) {
  const { body, sizeBytes } = await readBack(ctx, capture);
  const { readable, writable } = new FixedLengthStream(sizeBytes);
  // A reader who leaves early ends the sending, too.
  const sent = body.pipeTo(writable).catch(() => undefined);
  const forget = async () => {
    await ctx.images.remove([capture.imageKey]);
    await dropped(ctx, capture, rendered, sizeBytes);
  };
  ctx.defer(settle(ctx, capture, sent.then(forget)));
  return { body: readable, sizeBytes, stored: false };
}

async function readBack(ctx: Context, capture: InteractiveCapture) {
  const image = await ctx.images.get(capture.imageKey);
  if (image === undefined) throw new Error("An image that was just stored is not there.");
  return { body: image.body, sizeBytes: image.sizeBytes };
}

function dropped(ctx: Context, capture: InteractiveCapture, rendered: Rendered, sizeBytes: number) {
  return completeCapture(ctx, capture, rendered, { sizeBytes, stored: false });
}

/**
 * After the answer nobody hears of an error: the caller has the picture, the record says that it was not stored, and
 * the credit goes back (docs/decisions.md "Records and identifiers").
 */
async function settle(
  ctx: Context,
  capture: InteractiveCapture,
  work: Promise<unknown>,
): Promise<void> {
  try {
    await work;
  } catch (cause) {
    // To refund, and to be looked into.
    ctx.log({ storeError: cause });
    await failCapture(
      ctx,
      capture,
      new ServiceError("internal_error", { message: "The image could not be stored.", cause }),
    );
  }
}
