// How a rendered capture reaches its caller: the file or the record, and what is stored before or after that.
import type { Rendered } from "../../capture/request.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { Screenshot } from "../../storage/screenshots.ts";
import type { Context } from "../context.ts";
import { completeCapture, failCapture, storeImage } from "./end-capture.ts";
import type { Job } from "./start-capture.ts";

/** The file for response_type by_format, otherwise the completed record. */
export type Delivery = {
  id: string;
  remainingCredits: number;
  /** Whether the image stays in storage. */
  stored: boolean;
} & (
  | { kind: "file"; body: Uint8Array<ArrayBuffer> | ReadableStream; sizeBytes: number }
  | { kind: "record"; record: Screenshot }
);

export async function deliver(ctx: Context, job: Job, rendered: Rendered): Promise<Delivery> {
  const { id, remainingCredits, stores: stored } = job;
  const answer = { id, remainingCredits, stored };
  if (job.input.options.response_type !== "by_format") {
    return { ...answer, kind: "record", record: await keep(ctx, job, rendered) };
  }
  const { body } = rendered;
  if (body instanceof ReadableStream) {
    return {
      ...answer,
      kind: "file",
      ...(await (stored ? sendKept : sendOnce)(ctx, job, rendered)),
    };
  }
  ctx.defer(
    settle(
      ctx,
      job,
      stored ? keep(ctx, job, rendered) : dropped(ctx, job, rendered, body.byteLength),
    ),
  );
  return { ...answer, kind: "file", body, sizeBytes: body.byteLength };
}

async function keep(ctx: Context, job: Job, rendered: Rendered): Promise<Screenshot> {
  const image = await storeImage(ctx, job, rendered);
  const record = await completeCapture(ctx, job, rendered, { ...image, stored: true });
  if (record !== undefined) return record;
  throw new ServiceError("render_failed", {
    message: "The screenshot was deleted while it was captured.",
  });
}

/** A stream of unknown length goes to storage first: there its faults still become an error, and its size is known. */
async function sendKept(ctx: Context, job: Job, rendered: Rendered) {
  const image = await storeImage(ctx, job, rendered);
  const record = await completeCapture(ctx, job, rendered, { ...image, stored: true });
  // Deleted while it was captured: whoever asked for the file still gets it, and that is all.
  if (record === undefined) return sendAndForget(ctx, job, async () => undefined);
  return { ...(await readBack(ctx, job)), stored: true };
}

/** The same for an account whose storage is full: the image stays only until it has been sent. */
async function sendOnce(ctx: Context, job: Job, rendered: Rendered) {
  await storeImage(ctx, job, rendered);
  return sendAndForget(ctx, job, (sizeBytes) => dropped(ctx, job, rendered, sizeBytes));
}

async function sendAndForget(
  ctx: Context,
  job: Job,
  conclude: (sizeBytes: number) => Promise<unknown>,
) {
  const { body, sizeBytes } = await readBack(ctx, job);
  const { readable, writable } = new FixedLengthStream(sizeBytes);
  // A reader who leaves early ends the sending, too.
  const sent = body.pipeTo(writable).catch(() => undefined);
  const forget = async () => {
    await ctx.images.remove([job.imageKey]);
    await conclude(sizeBytes);
  };
  ctx.defer(settle(ctx, job, sent.then(forget)));
  return { body: readable, sizeBytes, stored: false };
}

async function readBack(ctx: Context, job: Job) {
  const image = await ctx.images.get(job.imageKey);
  if (image === undefined) throw new Error("An image that was just stored is not there.");
  return { body: image.body, sizeBytes: image.sizeBytes };
}

function dropped(ctx: Context, job: Job, rendered: Rendered, sizeBytes: number) {
  return completeCapture(ctx, job, rendered, { sizeBytes, hasThumbnail: false, stored: false });
}

/**
 * After the answer nobody hears of an error: the caller has the picture, the record says that it was not stored, and
 * the credit goes back (docs/decisions.md "Records and identifiers").
 */
async function settle(ctx: Context, job: Job, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (cause) {
    // To refund, and to be looked into.
    ctx.log({ storeError: cause });
    await failCapture(
      ctx,
      job,
      new ServiceError("internal_error", { message: "The image could not be stored.", cause }),
    );
  }
}
