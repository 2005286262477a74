// Navigates to the target and waits for the `wait_until` events.
import { ServiceError } from "../../contract/errors.ts";
import type { Budget } from "../budget.ts";
import type { CaptureRequest } from "../request.ts";
import type { Tab } from "../tab.ts";
import { stopNavigationLoop } from "./freeze-page.ts";

/** The address of HTML input: an origin that no host can have (RFC 2606). */
const HTML_ADDRESS = "https://html.invalid/";

const MIN_ERROR_STATUS = 400;

export function targetOf({ source }: CaptureRequest): URL {
  return new URL(source.kind === "url" ? source.url : HTML_ADDRESS);
}

/**
 * Returns the HTTP status of the target, or undefined for HTML input. Throws ServiceError(host_error) or
 * ServiceError(navigation_timeout).
 */
export async function navigate(
  tab: Tab,
  request: CaptureRequest,
  target: URL,
  budget: Budget,
): Promise<number | undefined> {
  const { options, source } = request;
  const timeout = Math.min(options.navigation_timeout, budget.leftMs);
  const response = await budget
    .run("navigation", () =>
      stopNavigationLoop(tab, () =>
        tab.page.goto(target.href, { waitUntil: waitConditions(options.wait_until), timeout }),
      ),
    )
    .catch(async (error: unknown) => {
      if (!isTimeout(error)) throw await tab.traffic.explain(error);
      // Name the unfinished requests, so that the caller sees the cause.
      throw new ServiceError("navigation_timeout", {
        details: { phase: "navigation", pending: tab.traffic.pending },
        cause: error,
      });
    });

  if (source.kind === "html") return undefined;
  const status = response?.status();
  if (options.fail_on_status && status !== undefined && status >= MIN_ERROR_STATUS) {
    throw new ServiceError("host_error", {
      message: `The target returned status ${status}. Set fail_on_status to false to capture error pages.`,
      details: { status },
    });
  }
  return status;
}

type WaitUntil = CaptureRequest["options"]["wait_until"];

function waitConditions(waitUntil: WaitUntil) {
  return Array.isArray(waitUntil) ? waitUntil : [waitUntil];
}

function isTimeout(error: unknown): boolean {
  if (error instanceof ServiceError) return error.code === "navigation_timeout";
  return error instanceof Error && error.name === "TimeoutError";
}
