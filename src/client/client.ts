// The client of the service: typed by the contract, without dependencies, for Node, browsers, Workers, Bun and Deno.
import type { CaptureOptionsInput } from "../contract/capture-options.ts";
import type { ListQuery } from "../contract/screenshot-requests.ts";
import type {
  CaptureAnswer,
  DeleteAnswer,
  ListAnswer,
  ScreenshotAnswer,
  StatusAnswer,
} from "../contract/screenshot.ts";
import type { UsageAnswer } from "../contract/usage.ts";
import { createSend, type Send, type Settings } from "./send.ts";

export { EdgeshotError } from "./error.ts";
export { verifyWebhook } from "./verify-webhook.ts";

type Options = Omit<CaptureOptionsInput, "response_type">;

type CaptureInput = (
  | { url: string; html?: never }
  | { /** A document instead of an address. */ html: string; url?: never }
) & { name?: string; options?: Options };

type CallOptions = {
  signal?: AbortSignal;
  /** Names the capture, so that it can be sent again within 24 hours without being charged again. */
  idempotencyKey?: string;
};

type CapturedFile = {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  remainingCredits: number;
  /** Whether the service kept the image, too. */
  stored: boolean;
};

type Filters = Omit<Partial<ListQuery>, "api_key" | "startDate" | "endDate"> & {
  startDate?: Date | string;
  endDate?: Date | string;
};

/** Every method throws EdgeshotError when the service refuses. */
export class Edgeshot {
  readonly #send: Send;

  constructor(settings: Settings) {
    this.#send = createSend(settings);
  }

  /** Captures and returns the file. */
  async capture(input: CaptureInput, call: CallOptions = {}): Promise<CapturedFile> {
    const answer = await this.#capture(input, "by_format", call);
    return {
      id: answer.headers.get("X-Screenshot-Id") ?? "",
      bytes: new Uint8Array(await answer.arrayBuffer()),
      contentType: answer.headers.get("Content-Type") ?? "",
      remainingCredits: Number(answer.headers.get("X-Remaining-Credits")),
      stored: answer.headers.get("X-Screenshot-Stored") !== "false",
    };
  }

  /** Captures, keeps the image, and returns where it is. */
  async captureToUrl(
    input: CaptureInput,
    call: CallOptions = {},
  ): Promise<CaptureAnswer["data"] & Pick<CaptureAnswer, "remaining_credits">> {
    const answer = await this.#capture(input, "json", call);
    const { data, remaining_credits } = await answer.json<CaptureAnswer>();
    return { ...data, remaining_credits };
  }

  /** One page of the records, newest first. */
  async list({ startDate, endDate, ...filters }: Filters = {}): Promise<
    Pick<ListAnswer, "data" | "pagination">
  > {
    const query = { ...filters, startDate: toIso(startDate), endDate: toIso(endDate) };
    const answer = await this.#send("/v1/screenshots", { query });
    return answer.json<ListAnswer>();
  }

  get(id: string): Promise<ScreenshotAnswer["data"]> {
    return this.#data<ScreenshotAnswer>(recordPath(id));
  }

  status(id: string): Promise<StatusAnswer["data"]> {
    return this.#data<StatusAnswer>(`${recordPath(id)}/status`);
  }

  /** A name of null takes the name away; options are merged into the record's. Nothing is captured again. */
  update(
    id: string,
    changes: { name?: string | null; options?: Options },
  ): Promise<ScreenshotAnswer["data"]> {
    return this.#data<ScreenshotAnswer>(recordPath(id), "PUT", changes);
  }

  delete(id: string): Promise<DeleteAnswer["data"]> {
    return this.#data<DeleteAnswer>(recordPath(id), "DELETE");
  }

  usage(): Promise<UsageAnswer["data"]> {
    return this.#data<UsageAnswer>("/v1/screenshots/usage");
  }

  #capture(
    { options, ...input }: CaptureInput,
    response_type: "by_format" | "json",
    { signal, idempotencyKey }: CallOptions,
  ): Promise<Response> {
    return this.#send("/v1/capture", {
      method: "POST",
      body: { ...input, options: { ...options, response_type } },
      headers: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey },
      signal,
    });
  }

  async #data<Answer extends { data: unknown }>(
    path: string,
    method: "GET" | "PUT" | "DELETE" = "GET",
    body?: unknown,
  ): Promise<Answer["data"]> {
    const answer = await this.#send(path, { method, body });
    return (await answer.json<Answer>()).data;
  }
}

function recordPath(id: string): string {
  return `/v1/screenshots/${encodeURIComponent(id)}`;
}

function toIso(date: Date | string | undefined): string | undefined {
  return date instanceof Date ? date.toISOString() : date;
}
