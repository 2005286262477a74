// Controls the proxy of the local browser (scripts/local/proxy.ts). The browsers of Browser Run have no such proxy.
import type { PrivateTarget } from "../../lib/private-targets.ts";

/** The reason why the proxy did not connect: a rule of lib/address-rules.ts, or the name of a network error. */
type Failure = { refused: string } | { error: string };

export class LocalProxy {
  readonly #control: string;
  readonly #servers = new Map<string, string>();

  /** `control`: the variable LOCAL_PROXY. */
  constructor(control: string) {
    this.#control = control;
  }

  /** Returns the address of a proxy server that connects to public addresses and to these private targets. */
  async serverFor(privateTargets: readonly PrivateTarget[]): Promise<string> {
    const body = JSON.stringify(privateTargets);
    const known = this.#servers.get(body);
    if (known !== undefined) return known;
    const response = await fetch(`${this.#control}/servers`, { method: "POST", body });
    if (!response.ok) throw new Error(`The local proxy returned status ${response.status}.`);
    const { address } = await response.json<{ address: string }>();
    this.#servers.set(body, address);
    return address;
  }

  /** Returns the latest failure to connect to the host of this URL. */
  async failureOf({ protocol, hostname, port }: URL): Promise<Failure | undefined> {
    const host = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
    const response = await fetch(`${this.#control}/failures?host=${encodeURIComponent(host)}`);
    if (response.ok) return response.json();
    await response.body?.cancel();
    return undefined;
  }
}
