// Runs at document start in every frame and worker: guards connections that the protocol cannot intercept.

type SocketUrl = Pick<URL, "protocol" | "hostname" | "port" | "username" | "password">;

type Constructor = (new (...args: unknown[]) => object) & { prototype: object };

/**
 * Makes WebSocket, WebSocketStream and WebTransport throw a SecurityError for private hosts, as they do for mixed content.
 * Makes RTCPeerConnection unable to connect, and window.open() return null. `check` returns the reason against a URL, or
 * undefined; it is `checkTarget` of `lib/address-rules.ts`, whose source is injected with this function. Inject as
 * `"use strict"; (${guardSockets})((${createAddressRules})().checkTarget, ${allowedJson});` for the strict mode of modules.
 *
 * The page's scripts run later in the same realm and may replace any global. This function therefore reads every global
 * before, and leaves no native constructor accessible to the page.
 */
export function guardSockets<Allowed>(
  check: (url: SocketUrl, allowed: Allowed) => string | undefined,
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
      // Pass the checked text to the constructor: an object could return another address on its second conversion, and the
      // base of a relative address could change.
      const url = parse(address);
      const reason = check(
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

  // Pages with calls show "browser not supported" when the interface is missing. With a relay-only policy and no relay,
  // the interface works, but gathers no candidates and opens no sockets.
  replace("RTCPeerConnection", withoutServers);
  const peer = scope["RTCPeerConnection"];
  if (peer !== undefined) {
    const native = (peer.prototype as RTCPeerConnection).setConfiguration;
    define(peer.prototype, "setConfiguration", function (this: unknown, settings: unknown) {
      apply(native, this, [withoutServers(settings)]);
    });
    define(scope, "webkitRTCPeerConnection", peer);
  }

  // A new window starts before the guard can be installed. Popup blockers return null, too.
  if (typeof document === "object") define(scope, "open", () => null);

  function replace(name: string, safe: (argument: unknown) => unknown): void {
    const native = scope[name];
    if (native === undefined) return;
    // The handler has no prototype: a page that adds `get` to Object.prototype would receive the native constructor.
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
