// The API client. It has no dependencies and runs on Node, Workers, Bun, Deno and in browsers.
import type { CaptureOptionsInput } from "../contract/capture-options.ts";
import type { CompareAnswer, CompareInput } from "../contract/compare.ts";
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
// oxlint-disable-next-line no-restricted-imports -- the only runtime import from the contract; it has no dependencies.
import { linkKeyOf, signLink } from "../contract/signed-link.ts";
import type { UsageAnswer } from "../contract/usage.ts";
import { pause } from "./pause.ts";
import { createMonitors } from "./monitors.ts";
import { createWebhooks } from "./webhooks.ts";
import { createSend, type Send, type Settings } from "./send.ts";

export { EdgeshotError } from "./error.ts";
export { verifyWebhook } from "./verify-webhook.ts";

type Options = Omit<CaptureOptionsInput, "response_type">;

type CaptureInput = (
  | { url: string; html?: never }
  | { /** An HTML document to capture instead of a URL. */ html: string; url?: never }
) & { name?: string; options?: Options };

type CallOptions = {
  signal?: AbortSignal;
  /** Unique key of the capture. A repeated call with the same key within 24 hours is not charged again. */
  idempotencyKey?: string;
};

type CapturedFile = {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  remainingCredits: number;
  /** Whether the service also stored the image. */
  stored: boolean;
};

type Filters = Omit<Partial<ListQuery>, "api_key" | "startDate" | "endDate"> & {
  startDate?: Date | string;
  endDate?: Date | string;
};

type ManyOptions = {
  options?: Options;
  /** Called after each poll with the number of finished captures and the total. */
  onProgress?: (finished: number, count: number) => void;
  /** Stops the wait. Queued captures continue. */
  signal?: AbortSignal;
  /** Milliseconds between polls. Default: 2,000. */
  pollEveryMs?: number;
};

/** A finished record: completed with an imageUrl, or failed with an errorMessage. */
type FinishedItem = ListItem & { errorMessage?: string };

const BATCH_SIZE = 50;

/** The API client. Every method throws EdgeshotError when the service returns an error. */
export class Edgeshot {
  readonly monitors: ReturnType<typeof createMonitors>;
  readonly webhooks: ReturnType<typeof createWebhooks>;
  readonly #settings: Settings;
  readonly #send: Send;

  /** Throws a TypeError for an invalid `baseUrl`. */
  constructor(settings: Settings) {
    // A program without types may omit it.
    if (!/^https?:\/\/./i.test(settings.baseUrl))
      throw new TypeError(
        "baseUrl must be the URL of a service, such as https://shots.example.com.",
      );
    this.#settings = settings;
    this.#send = createSend(settings);
    this.monitors = createMonitors(this.#send);
    this.webhooks = createWebhooks(this.#send);
  }

  /** Captures a page and returns the file. */
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

  /** Captures a page, stores the image and returns its URL. */
  async captureToUrl(
    input: CaptureInput,
    call: CallOptions = {},
  ): Promise<CaptureAnswer["data"] & Pick<CaptureAnswer, "remaining_credits">> {
    const answer = await this.#capture(input, "json", call);
    const { data, remaining_credits } = await answer.json<CaptureAnswer>();
    return { ...data, remaining_credits };
  }

  /**
   * Captures any number of pages in the background, in batches of 50, and returns their records in the order of `urls`.
   * Throws EdgeshotError with code not_found when a record is deleted during the wait.
   */
  async captureMany(
    urls: string[],
    { options = {}, onProgress, signal, pollEveryMs = 2_000 }: ManyOptions = {},
  ): Promise<FinishedItem[]> {
    const batches: BatchAnswer[] = [];
    for (let first = 0; first < urls.length; first += BATCH_SIZE) {
      const body = { urls: urls.slice(first, first + BATCH_SIZE), options };
      const answer = await this.#send("/v1/capture/batch", { method: "POST", body, signal });
      batches.push(await answer.json<BatchAnswer>());
    }

    const finished = new Map<string, FinishedItem>();
    for (const { batchId } of batches) {
      for (;;) {
        const { data } = await this.list({ batchId, limit: BATCH_SIZE });
        const finishedItems = data.filter(
          ({ status }) => status === "completed" || status === "failed",
        );
        for (const item of finishedItems) finished.set(item._id, item);
        onProgress?.(finished.size, urls.length);
        // Deleted records are not in the list, so compare with its length and not with the batch size.
        if (finishedItems.length === data.length) break;
        await pause(pollEveryMs, signal);
      }
    }
    const ids = batches.flatMap(({ data }) => data.map(({ _id }) => _id));
    return Promise.all(ids.map((id) => this.#withError(id, finished.get(id))));
  }

  /**
   * Returns a signed link for `<img src>`. It contains no API key, but its readers see every option. The first request
   * for the link captures the page. Throws a RangeError when the link is longer than 16 KiB.
   */
  async link(
    target: { url: string; name?: string; options?: Options },
    { expiresAt }: { expiresAt: Date },
  ): Promise<string> {
    const { baseUrl, apiKey } = this.#settings;
    return signLink(baseUrl, target, expiresAt, await linkKeyOf(apiKey));
  }

  /** Returns one page of records, newest first. */
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

  /** Updates a record. A null name removes the name. Merges the options; does not capture the page again. */
  update(
    id: string,
    changes: { name?: string | null; options?: Options },
  ): Promise<ScreenshotAnswer["data"]> {
    return this.#data<ScreenshotAnswer>(recordPath(id), "PUT", changes);
  }

  delete(id: string): Promise<DeleteAnswer["data"]> {
    return this.#data<DeleteAnswer>(recordPath(id), "DELETE");
  }

  /** Compares two stored PNG screenshots pixel by pixel. Costs no credit. */
  compare(input: CompareInput): Promise<CompareAnswer["data"]> {
    return this.#data<CompareAnswer>("/v1/compare", "POST", input);
  }

  usage(): Promise<UsageAnswer["data"]> {
    return this.#data<UsageAnswer>("/v1/screenshots/usage");
  }

  /** Reads failed captures again: only the record contains its errorMessage. */
  async #withError(id: string, item: FinishedItem | undefined): Promise<FinishedItem> {
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
    method: "GET" | "POST" | "PUT" | "DELETE" = "GET",
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
