// Render functions without a browser: they return known bytes or throw a given error.
import type { Context } from "../../src/domain/context.ts";
import type { CaptureRequest, Rendered } from "../../src/capture/request.ts";
import type { ServiceError } from "../../src/contract/errors.ts";

type Render = Context["render"];

/** The default body of a fake rendering: 100 bytes that start with the magic number of PNG. */
export const imageBytes = Uint8Array.from([
  0x89,
  0x50,
  0x4e,
  0x47,
  ...Array.from({ length: 96 }, (_, i) => i),
]);

/** Returns `imageBytes` for each capture, changed by `rendered`, and records the requests. */
export function fakeRender(rendered: Partial<Rendered> = {}) {
  const requests: CaptureRequest[] = [];
  const render: Render = async (request) => {
    requests.push(request);
    return {
      body: imageBytes,
      format: request.options.format,
      widthPx: 1280,
      heightPx: 1024,
      httpStatus: 200,
      truncated: false,
      ...rendered,
    };
  };
  return { render, requests };
}

/** Pauses every rendering until the test calls `resume`. `started` resolves when the first one starts. */
export function pausedRender() {
  const started = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  const { render } = fakeRender();
  return {
    started: started.promise,
    resume: resumed.resolve,
    render: async (...request: Parameters<typeof render>) => {
      started.resolve();
      await resumed.promise;
      return render(...request);
    },
  };
}

export function failingRender(error: ServiceError | Error): Render {
  return () => Promise.reject(error);
}

/** Streams `size` bytes of unknown length. The chunk length is a prime, so that no buffer size is a multiple of it. */
export function streamOf(size: number, { failsAt = Infinity } = {}): ReadableStream<Uint8Array> {
  const chunkLength = 999_983;
  let sent = 0;
  const chunks = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= failsAt) return controller.error(new Error("The browser closed."));
      if (sent >= size) return controller.close();
      const length = Math.min(chunkLength, size - sent);
      controller.enqueue(Uint8Array.from({ length }, (_, i) => (sent + i) % 251));
      sent += length;
    },
  });
  // browser/renderer.ts passes streams through the same kind of transform.
  return chunks.pipeThrough(new IdentityTransformStream());
}
