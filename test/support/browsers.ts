// The browsers that run behind the binding, seen and ended from outside the service.
import { env } from "cloudflare:workers";

const ENDPOINT = "https://browser.run/v1";

/** Their ids. */
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

/** Kills the renderer of the page at this address, and nothing else of the browser. */
export async function crashPage(browserId: string, address: string): Promise<void> {
  const { webSocket } = await env.BROWSER.fetch(`${ENDPOINT}/devtools/browser/${browserId}`, {
    headers: { Upgrade: "websocket" },
  });
  if (webSocket === null) throw new Error(`Browser ${browserId} is gone.`);
  webSocket.accept();
  const send = createSender(webSocket);
  const { targetInfos } = await send<{ targetInfos: { targetId: string; url: string }[] }>(
    "Target.getTargets",
  );
  const target = targetInfos.find(({ url }) => url === address);
  if (target === undefined) throw new Error(`No page shows ${address}.`);
  const { sessionId } = await send<{ sessionId: string }>("Target.attachToTarget", {
    targetId: target.targetId,
    flatten: true,
  });
  // A page that is dead answers nothing.
  void send("Page.crash", {}, sessionId);
  await new Promise((resolve) => setTimeout(resolve, 200));
  webSocket.close();
}

function createSender(socket: WebSocket) {
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  return async <Result>(method: string, params = {}, sessionId?: string): Promise<Result> => {
    const id = waiting.size + 1;
    const answer = new Promise<Result>((resolve) => {
      waiting.set(id, resolve as (result: unknown) => void);
    });
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    return answer;
  };
}
