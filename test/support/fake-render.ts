// Rendering without a browser: a picture that the test knows, or the error that it wants.
import type { Context } from "../../src/domain/context.ts";
import type { CaptureRequest, Rendered } from "../../src/capture/request.ts";
import type { ServiceError } from "../../src/contract/errors.ts";

type Render = Context["render"];

/** The first bytes of a PNG and some that differ from one another. */
export const picture = Uint8Array.from([
  0x89,
  0x50,
  0x4e,
  0x47,
  ...Array.from({ length: 96 }, (_, i) => i),
]);

/** Answers `picture`, or whatever `rendered` says instead; remembers what it was asked for. */
export function fakeRender(rendered: Partial<Rendered> = {}) {
  const requests: CaptureRequest[] = [];
  const render: Render = async (request) => {
    requests.push(request);
    return {
      body: picture,
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

/** A rendering that has begun, and ends when the test says so. */
export function heldRender() {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const { render } = fakeRender();
  return {
    begun: begun.promise,
    end: end.resolve,
    render: async (...request: Parameters<typeof render>) => {
      begun.resolve();
      await end.promise;
      return render(...request);
    },
  };
}

export function failingRender(error: ServiceError | Error): Render {
  return () => Promise.reject(error);
}

/** A body of `size` bytes that nobody knows the length of, in pieces that fit nothing. */
export function streamOf(size: number, { failsAt = Infinity } = {}): ReadableStream<Uint8Array> {
  const piece = 999_983;
  let sent = 0;
  const pieces = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= failsAt) return controller.error(new Error("The browser is gone."));
      if (sent >= size) return controller.close();
      const length = Math.min(piece, size - sent);
      controller.enqueue(Uint8Array.from({ length }, (_, i) => (sent + i) % 251));
      sent += length;
    },
  });
  // As browser/renderer.ts hands a stream on.
  return pieces.pipeThrough(new IdentityTransformStream());
}
