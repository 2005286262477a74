// Lists, closes and crashes the browsers of the binding, independently of the service.
import { env } from "cloudflare:workers";
import { expect } from "vitest";

const ENDPOINT = "https://browser.run/v1";

/** Returns the ids of all running browsers. */
export async function liveBrowsers(): Promise<string[]> {
  const answer = await env.BROWSER.fetch(`${ENDPOINT}/sessions`);
  const { sessions } = await answer.json<{ sessions: { sessionId: string }[] }>();
  return sessions.map(({ sessionId }) => sessionId);
}

export async function endBrowser(id: string): Promise<void> {
  const answer = await env.BROWSER.fetch(`${ENDPOINT}/devtools/browser/${id}`, {
    method: "DELETE",
  });
  await answer.arrayBuffer();
}

export async function endBrowsers(): Promise<void> {
  await Promise.all((await liveBrowsers()).map(endBrowser));
}

/** Crashes the renderer of the page at this address and no other part of the browser. */
export async function crashPage(browserId: string, address: string): Promise<void> {
  const { webSocket } = await env.BROWSER.fetch(`${ENDPOINT}/devtools/browser/${browserId}`, {
    headers: { Upgrade: "websocket" },
  });
  if (webSocket === null) throw new Error(`Browser ${browserId} is closed.`);
  webSocket.accept();
  const { send, received } = createSender(webSocket);
  const { targetInfos } = await send<{ targetInfos: { targetId: string; url: string }[] }>(
    "Target.getTargets",
  );
  const target = targetInfos.find(({ url }) => url === address);
  if (target === undefined) throw new Error(`No page shows ${address}.`);
  const { sessionId } = await send<{ sessionId: string }>("Target.attachToTarget", {
    targetId: target.targetId,
    flatten: true,
  });
  await send("Target.setDiscoverTargets", { discover: true });
  // A crashed page does not answer the command; the browser reports the crash as an event.
  void send("Page.crash", {}, sessionId);
  await expect.poll(() => received.has("Target.targetCrashed"), { timeout: 5_000 }).toBe(true);
  webSocket.close();
}

/** `received` contains the names of all events. */
function createSender(socket: WebSocket) {
  const received = new Set<string>();
  const pending = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const message: unknown = JSON.parse(String(data));
    const { id, method, result } = message as { id?: number; method?: string; result?: unknown };
    if (method !== undefined) received.add(method);
    if (id !== undefined) pending.get(id)?.(result);
  });
  const send = async <Result>(method: string, params = {}, sessionId?: string): Promise<Result> => {
    const id = pending.size + 1;
    const answer = new Promise<Result>((resolve) => {
      pending.set(id, resolve as (result: unknown) => void);
    });
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    return answer;
  };
  return { send, received };
}
