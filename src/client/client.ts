// The client of the service: typed by the contract, without dependencies, for Node, browsers, Workers, Bun and Deno.
import type { CaptureOptionsInput } from "../contract/capture-options.ts";
import type { ListQuery } from "../contract/screenshot-requests.ts";
import type {
  BatchAnswer,
  CaptureAnswer,
  DeleteAnswer,
  ListAnswer,
  ListItem,
  ScreenshotAnswer,
  StatusAnswer,
} from "../contract/screenshot.ts";
// oxlint-disable-next-line no-restricted-imports -- the one part of the contract that runs, and it needs nothing.
import { linkKeyOf, signLink } from "../contract/signed-link.ts";
import type { UsageAnswer } from "../contract/usage.ts";
import { pause } from "./pause.ts";
import { createWebhooks } from "./webhooks.ts";
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

type ManyOptions = {
  options?: Options;
  /** Told after each look how many have ended, of how many. */
  onProgress?: (ended: number, count: number) => void;
  /** Ends the waiting, and no capture that was queued. */
  signal?: AbortSignal;
  /** Between two looks; 2,000 by default. */
  pollEveryMs?: number;
};

/** A record that has ended: completed with its imageUrl, or failed with its errorMessage. */
type Ended = ListItem & { errorMessage?: string };

const BATCH_SIZE = 50;

/** Every method throws EdgeshotError when the service refuses. */
export class Edgeshot {
  readonly webhooks: ReturnType<typeof createWebhooks>;
  readonly #settings: Settings;
  readonly #send: Send;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#send = createSend(settings);
    this.webhooks = createWebhooks(this.#send);
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

  /**
   * Captures any number of pages in the background, in batches of 50, and returns their records in the same order. Throws
   * not_found when one of them has been deleted meanwhile.
   */
  async captureMany(
    urls: string[],
    { options = {}, onProgress, signal, pollEveryMs = 2_000 }: ManyOptions = {},
  ): Promise<Ended[]> {
    const batches: BatchAnswer[] = [];
    for (let first = 0; first < urls.length; first += BATCH_SIZE) {
      const body = { urls: urls.slice(first, first + BATCH_SIZE), options };
      const answer = await this.#send("/v1/capture/batch", { method: "POST", body, signal });
      batches.push(await answer.json<BatchAnswer>());
    }

    const ended = new Map<string, Ended>();
    for (const { batchId } of batches) {
      for (;;) {
        const { data } = await this.list({ batchId, limit: BATCH_SIZE });
        const hasEnded = data.filter(({ status }) => status === "completed" || status === "failed");
        for (const item of hasEnded) ended.set(item._id, item);
        onProgress?.(ended.size, urls.length);
        // Not as many as were queued: what has been deleted is in no list.
        if (hasEnded.length === data.length) break;
        await pause(pollEveryMs, signal);
      }
    }
    const ids = batches.flatMap(({ data }) => data.map(({ _id }) => _id));
    return Promise.all(ids.map((id) => this.#explain(id, ended.get(id))));
  }

  /**
   * A link to the image for `<img src>`, which shows no key but every option in it. Nothing is captured before somebody
   * opens it. Throws a RangeError when it would be longer than 16 KiB.
   */
  async link(
    target: { url: string; name?: string; options?: Options },
    { expiresAt }: { expiresAt: Date },
  ): Promise<string> {
    const { baseUrl, apiKey } = this.#settings;
    return signLink(baseUrl, target, expiresAt, await linkKeyOf(apiKey));
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

  /** A list does not say why a capture failed; its record does. */
  async #explain(id: string, item: Ended | undefined): Promise<Ended> {
    return item?.status === "completed" ? item : this.get(id);
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
