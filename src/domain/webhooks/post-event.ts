// Sends one request to a receiver. Requires a public URL, follows no redirect, and waits at most ten seconds.
import type { PrivateTarget } from "../../lib/private-targets.ts";
import { checkTarget } from "../../lib/public-address.ts";

const LIMIT_MS = 10_000;

/** `status`: HTTP status, null without a response. `error`: reason of the failure, null after a success. */
type PostResult = { status: number | null; error: string | null };

/** Treats any 2xx status as success and does not read the response body. Does not throw. */
export async function postEvent(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  privateTargets: readonly PrivateTarget[],
): Promise<PostResult> {
  // The operator may have changed the list of private targets since the webhook was created.
  if (checkTarget(new URL(url), privateTargets) !== undefined)
    return { status: null, error: "The URL is private or internal." };
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Edgeshot-Webhooks/1.0",
        ...headers,
      },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    await response.body?.cancel();
    return { status: response.status, error: errorOf(response) };
  } catch (error) {
    // Report every failure to the owner of the webhook, who operates the receiver.
    return { status: null, error: describe(error) };
  }
}

function errorOf({ ok, status }: Response): string | null {
  if (ok) return null;
  if (status >= 300 && status < 400)
    return `The receiver returned a redirect (status ${status}). Redirects are not followed.`;
  return `The receiver returned status ${status}.`;
}

function describe(error: unknown): string {
  return error instanceof Error && error.name === "TimeoutError"
    ? `The receiver did not respond within ${LIMIT_MS / 1_000} seconds.`
    : "The receiver could not be reached.";
}
