// Counts the protocol messages of a capture, in both directions, with its context and its tab. The count is not noisy.
import { setTimeout as sleep } from "node:timers/promises";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import type { Bench } from "./bench.ts";
import type { Service } from "./subjects.ts";

export const MESSAGES_HEAD = ["capture", "protocol messages", "aim"] as const;

const WARM_UP = 3;
const CAPTURES = 5;

/** Waits until the thumbnail is taken, the tab is closed and the next one is open. */
const PAUSE_MS = 1_500;

/**
 * The pages are private targets, whose tabs need a permission: two messages more than public pages. Each capture has a
 * thumbnail: six messages more.
 */
const CASES: [name: string, options: CaptureOptionsInput, aim: string][] = [
  ["small page, private target, with thumbnail", {}, "≤ 68"],
  ["small page, full_page", { full_page: true }, "–"],
  ["small page, wait_until networkidle0", { wait_until: "networkidle0" }, "–"],
  ["small page, all block_* options", blockAll(), "–"],
];

export async function* measureMessages({
  pages,
  startService,
}: Bench): AsyncGenerator<readonly string[]> {
  const entry = "test/support/worker-with-message-count.ts";
  const service = await startService({}, 0, undefined, entry);
  for (const [name, options, aim] of CASES) {
    const capture = async () => {
      await service.capture(pages.fresh("small"), options);
      await sleep(PAUSE_MS);
    };
    for (let count = 0; count < WARM_UP; count += 1) await capture();
    const before = await messagesOf(service);
    for (let count = 0; count < CAPTURES; count += 1) await capture();
    const perCapture = ((await messagesOf(service)) - before) / CAPTURES;
    yield [name, perCapture.toFixed(1), aim];
  }
}

function blockAll(): CaptureOptionsInput {
  return { block_ads: true, block_cookie_banners: true, block_chats: true };
}

async function messagesOf(service: Service): Promise<number> {
  return (await service.get("/bench/messages")).json() as Promise<number>;
}
