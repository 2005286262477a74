// Runs at document start in every frame and worker: guards the connections nobody can intercept.

type SocketUrl = Pick<URL, "protocol" | "hostname" | "port" | "username" | "password">;

type Constructor = (new (...args: unknown[]) => object) & { prototype: object };

/**
 * Makes WebSocket, WebSocketStream and WebTransport throw a SecurityError for private hosts, as they
 * do for mixed content, and RTCPeerConnection reach nobody. `refuse` says why a URL may not be
 * connected to, or undefined: `checkTarget` of `lib/address-rules.ts`, whose source goes along.
 * Inject as `"use strict"; (${guardSockets})((${createAddressRules})().checkTarget, ${allowedJson});`,
 * strict as every module is. Windows the page would open are refused as well.
 *
 * The page runs later in the same realm and may replace whatever it likes, so all that is needed is
 * taken here, once, and no native constructor stays within its reach.
 */
export function guardSockets<Allowed>(
  refuse: (url: SocketUrl, allowed: Allowed) => string | undefined,
  allowed: Allowed,
): void {
  const scope = globalThis as unknown as Record<string, Constructor | undefined>;
  const NativeUrl = URL;
  const NativeException = DOMException;
  const { apply, construct, defineProperty } = Reflect;
  const readers = {
    href: readerOf("href"),
    protocol: readerOf("protocol"),
    hostname: readerOf("hostname"),
    port: readerOf("port"),
    username: readerOf("username"),
    password: readerOf("password"),
  };

  for (const name of ["WebSocket", "WebSocketStream", "WebTransport"]) {
    replace(name, (address) => {
      // Connected to as the very text that was judged: an object could tell another address the
      // second time it is asked, and a relative address could meet another base.
      const url = parse(address);
      const reason = refuse(
        {
          protocol: readers.protocol(url),
          hostname: readers.hostname(url),
          port: readers.port(url),
          username: readers.username(url),
          password: readers.password(url),
        },
        allowed,
      );
      if (reason !== undefined) {
        throw new NativeException(`Connection refused: ${reason}`, "SecurityError");
      }
      return readers.href(url);
    });
  }

  // Pages that need calls say "browser not supported" when the interface is missing. Told to use
  // relays only and given none, it works as ever but gathers no candidate and opens no socket.
  replace("RTCPeerConnection", withoutServers);
  const peer = scope["RTCPeerConnection"];
  if (peer !== undefined) {
    const native = (peer.prototype as RTCPeerConnection).setConfiguration;
    define(peer.prototype, "setConfiguration", function (this: unknown, settings: unknown) {
      apply(native, this, [withoutServers(settings)]);
    });
    define(scope, "webkitRTCPeerConnection", peer);
  }

  // A window of its own starts before anybody can guard it; popup blockers answer null as well.
  if (typeof document === "object") define(scope, "open", () => null);

  function replace(name: string, safe: (argument: unknown) => unknown): void {
    const native = scope[name];
    if (native === undefined) return;
    // The handler inherits nothing: a page that adds `get` to Object.prototype would be handed the
    // native constructor.
    const handler = {
      __proto__: null,
      construct(target: Constructor, args: unknown[], newTarget: Constructor): object {
        if (args.length > 0) args[0] = safe(args[0]);
        else if (safe === withoutServers) args = [withoutServers(undefined)];
        return construct(target, args, newTarget);
      },
    };
    const guarded = new Proxy(native, handler);
    define(scope, name, guarded);
    define(native.prototype, "constructor", guarded);
  }

  function withoutServers(settings: unknown): object {
    return { ...(settings as object), iceServers: [], iceTransportPolicy: "relay" };
  }

  function parse(address: unknown): URL {
    // oxlint-disable-next-line no-unnecessary-template-expression -- as the constructor converts it; String may be replaced
    const text = `${address as string}`;
    try {
      return new NativeUrl(text, typeof document === "object" ? document.baseURI : location.href);
    } catch {
      throw new NativeException(`The URL '${text}' is invalid.`, "SyntaxError");
    }
  }

  function readerOf(property: keyof SocketUrl | "href"): (url: URL) => string {
    const read = Object.getOwnPropertyDescriptor(NativeUrl.prototype, property)?.get;
    return (url) => apply(read as () => string, url, []);
  }

  function define(owner: object, property: string, value: unknown): void {
    defineProperty(owner, property, { value, writable: true, configurable: true });
  }
}
