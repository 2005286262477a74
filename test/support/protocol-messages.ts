// Records the protocol messages between the engine and its browser.

/** `method` is undefined for responses of the browser. */
export type ProtocolMessage = {
  direction: "sent" | "received";
  method: string;
  params: Record<string, unknown>;
};

/** Returns the binding with a connection that adds each message to `messages`. */
export function recordMessages(binding: Fetcher): {
  endpoint: Fetcher;
  messages: ProtocolMessage[];
} {
  const messages: ProtocolMessage[] = [];
  const record = (direction: ProtocolMessage["direction"], data: unknown) => {
    const { method = "response", params = {} } = JSON.parse(
      String(data),
    ) as Partial<ProtocolMessage>;
    messages.push({ direction, method, params });
  };
  const endpoint = new Proxy(binding, {
    get(target, name) {
      if (name !== "fetch") return Reflect.get(target, name) as unknown;
      return async (address: string, init?: RequestInit) => {
        const answer = await target.fetch(address, init);
        if (answer.webSocket === null) return answer;
        const [client, server] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
        connect(server, answer.webSocket, (data) => record("sent", data));
        connect(answer.webSocket, server, (data) => record("received", data));
        answer.webSocket.accept();
        server.accept();
        return new Response(null, { status: 101, webSocket: client });
      };
    },
  });
  return { endpoint, messages };
}

function connect(from: WebSocket, to: WebSocket, record: (data: unknown) => void): void {
  from.addEventListener("message", ({ data }) => {
    record(data);
    to.send(String(data));
  });
  from.addEventListener("close", () => to.close());
}
