// One request to a receiver: within ten seconds, to a public address, never onwards to another.
import type { PrivateTarget } from "../../lib/private-targets.ts";
import { checkTarget } from "../../lib/public-address.ts";

const LIMIT_MS = 10_000;

/** `status`: what was answered, null when nothing was. `error`: why it does not count, null when it does. */
type Answer = { status: number | null; error: string | null };

/** Never throws. Any 2xx counts as delivered; the answer's body is not read. */
export async function postEvent(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  privateTargets: readonly PrivateTarget[],
): Promise<Answer> {
  // Also here, because the operator's list may have changed since the webhook was made.
  if (checkTarget(new URL(url), privateTargets) !== undefined)
    return { status: null, error: "The address is private or internal." };
  try {
    const answer = await fetch(url, {
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
    await answer.body?.cancel();
    return { status: answer.status, error: faultOf(answer) };
  } catch (error) {
    // Whatever keeps a receiver from answering is to be read by its owner.
    return { status: null, error: describe(error) };
  }
}

function faultOf({ ok, status }: Response): string | null {
  if (ok) return null;
  if (status >= 300 && status < 400) return `It redirects (${status}); redirects are not followed.`;
  return `It answered ${status}.`;
}

function describe(error: unknown): string {
  return error instanceof Error && error.name === "TimeoutError"
    ? `It did not answer within ${LIMIT_MS / 1_000} seconds.`
    : "It could not be reached.";
}
