// Captures pages of test/capture/site with the real browser, each for a separate account.
import { Buffer } from "node:buffer";
import { expect, inject } from "vitest";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import { seedAccount } from "./accounts.ts";
import { createApi } from "./api.ts";
import { decodeImage, type DecodedImage } from "./image.ts";

/** `path`: a path and query on the test site, or a complete address. `vars`: variables of the Worker. */
export async function capture(
  path: string,
  options: CaptureOptionsInput = {},
  vars: Record<string, string> = {},
): Promise<Response> {
  const url = new URL(path, inject("site").origin).href;
  return send({ url }, options, vars);
}

export async function captureHtml(
  html: string,
  options: CaptureOptionsInput = {},
): Promise<Response> {
  return send({ html }, options);
}

/** Returns the body of the response. Fails the test when the response is an error. */
export async function fileOf(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  if (answer.status !== 200) expect.fail(`${answer.status}: ${await answer.text()}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Captures and decodes an image in any format except PDF. */
export async function captureImage(
  path: string,
  options: CaptureOptionsInput = {},
): Promise<DecodedImage> {
  const file = await fileOf(await capture(path, options));
  return options.format === "webp" ? readWebp(file) : decodeImage(file);
}

/** Converts WebP with the browser, because workerd has no WebP decoder. */
async function readWebp(file: Uint8Array): Promise<DecodedImage> {
  const address = `data:image/webp;base64,${Buffer.from(file).toString("base64")}`;
  const html = `<!doctype html><body style="margin:0"><img style="display:block" src="${address}">`;
  const answer = await captureHtml(html, { selector: "img", omit_background: true });
  return decodeImage(await fileOf(answer));
}

async function send(
  source: { url: string } | { html: string },
  options: CaptureOptionsInput,
  vars: Record<string, string> = {},
): Promise<Response> {
  const returnsFile = (options.response_type ?? "by_format") === "by_format";
  // Without free storage, the service returns the file and stores nothing. That saves the thumbnail of each capture.
  const { key } = await seedAccount(returnsFile ? { storageBytes: 0 } : {});
  const api = createApi({ vars });
  const answer = await api.post("/v1/capture", { ...source, options }, { key });
  // Read the body first: settled() would cut off a stream.
  const file = await answer.arrayBuffer();
  await api.settled();
  return new Response(file, answer);
}
