// Sends one request to a receiver. Requires a public URL, follows no redirect, and waits at most ten seconds.
import type { CaptureNetwork } from "../../capture/request.ts";
import { checkTarget } from "../../lib/public-address.ts";

const LIMIT_MS = 10_000;

/** `status`: HTTP status, null without a response. `error`: reason of the failure, null after a success. */
type PostResult = { status: number | null; error: string | null };

type Event = { headers: Record<string, string>; body: string };

type EventRequest = Event & { url: string };

const PRIVATE: PostResult = { status: null, error: "The URL is private or internal." };

/** Treats any 2xx status as success and does not read the response body. Does not throw. */
export async function postEvent(
  url: string,
  event: Event,
  { privateTargets, localProxy }: CaptureNetwork,
): Promise<PostResult> {
  // The operator may have changed the list of private targets since the webhook was created.
  if (checkTarget(new URL(url), privateTargets) !== undefined) return PRIVATE;
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "Edgeshot-Webhooks/1.0",
    ...event.headers,
  };
  const request = { url, headers, body: event.body };
  try {
    const result =
      localProxy === undefined
        ? await post(request)
        : await postThrough(localProxy, { ...request, privateTargets });
    if ("refused" in result) return PRIVATE;
    return { status: result.status, error: errorOf(result.status) };
  } catch (error) {
    // Report every failure to the owner of the webhook, who operates the receiver.
    return { status: null, error: describe(error) };
  }
}

/** A deployed service has no route into private networks. */
async function post({ url, headers, body }: EventRequest): Promise<{ status: number }> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
  await response.body?.cancel();
  return response;
}

/**
 * Sends the event through the proxy of a local service (scripts/local/proxy-request.ts), which checks the address that a
 * name resolves to.
 */
async function postThrough(
  localProxy: string,
  request: EventRequest & Pick<CaptureNetwork, "privateTargets">,
): Promise<{ status: number } | { refused: string }> {
  const response = await fetch(`${localProxy}/events`, {
    method: "POST",
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  const result = await response.json<
    { status: number } | { refused: string } | { error: string }
  >();
  if ("error" in result) throw new Error(result.error);
  return result;
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The receiver returned a redirect (status ${status}). Redirects are not followed.`;
  return `The receiver returned status ${status}.`;
}

function describe(error: unknown): string {
  return error instanceof Error && error.name === "TimeoutError"
    ? `The receiver did not respond within ${LIMIT_MS / 1_000} seconds.`
    : "The receiver could not be reached.";
}
