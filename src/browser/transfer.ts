// Passes a finished capture from the session to the Worker and reports to the session when it was read.
import type { Rendered, ThumbnailMode } from "../capture/request.ts";

/**
 * A capture in the form that Durable Objects can transfer: the thumbnail is a stream instead of a promise. An empty stream
 * means no thumbnail.
 */
export type TransferableRendering = Omit<Rendered, "thumbnail"> & {
  thumbnail?: ReadableStream<Uint8Array>;
};

/** The callbacks of the session. Each may be called more than once. */
type Progress = {
  /** The body is read and, with mode "always", the thumbnail is complete: another capture may start. */
  onCaptured: () => void;
  /** The thumbnail is complete in every mode: the tab is no longer needed. */
  onComplete: () => void;
};

/** Converts a capture for the transfer. A cancelled body counts as read. */
export function sendRendered(
  { thumbnail, body, ...facts }: Rendered,
  mode: ThumbnailMode,
  { onCaptured, onComplete }: Progress,
): TransferableRendering {
  let bodyRead = Promise.resolve();
  let sentBody = body;
  if (body instanceof ReadableStream) {
    const { promise, resolve } = Promise.withResolvers<void>();
    sentBody = notifyEnd(body, resolve);
    bodyRead = promise;
  }
  void Promise.all([bodyRead, mode === "always" ? thumbnail : undefined]).then(onCaptured);
  void Promise.all([bodyRead, thumbnail]).then(onComplete);
  return { ...facts, body: sentBody, ...(thumbnail && { thumbnail: streamOf(thumbnail) }) };
}

/** Converts a transferred capture back. */
export function receiveRendered({ thumbnail, ...rendered }: TransferableRendering): Rendered {
  return { ...rendered, ...(thumbnail && { thumbnail: readThumbnail(thumbnail) }) };
}

/** Returns a stream with the same bytes that calls `onEnd` when it is read, failed or cancelled. */
function notifyEnd(
  stream: ReadableStream<Uint8Array>,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream({
    type: "bytes",
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        closeByteStream(controller);
      } catch (error) {
        controller.error(error);
      }
      onEnd();
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  });
}

function streamOf(bytes: Promise<Uint8Array | undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    type: "bytes",
    async pull(controller) {
      const allBytes = await bytes;
      if (allBytes !== undefined) controller.enqueue(allBytes);
      closeByteStream(controller);
    },
  });
}

/** Closes the stream and answers a pending read, which would otherwise wait forever. */
function closeByteStream(controller: ReadableByteStreamController): void {
  controller.close();
  controller.byobRequest?.respond(0);
}

async function readThumbnail(
  stream: ReadableStream<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return bytes.length === 0 ? undefined : bytes;
  } catch {
    // The session ended after the screenshot was taken: return no thumbnail.
    return undefined;
  }
}
