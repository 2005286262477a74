// Calls the objects of the sessions. No call throws an error.
import { withDeadline } from "../lib/deadline.ts";
import { createLog } from "../lib/log.ts";
import type { PoolSettings } from "./lease.ts";
import type { BrowserSession, SessionStart, SessionStatus } from "./session-object.ts";

const STATUS_DEADLINE_MS = 5_000;

const log = createLog("browser-pool");

export class SessionCalls {
  readonly #namespace: DurableObjectNamespace<BrowserSession>;
  readonly #poolId: string;

  constructor(namespace: DurableObjectNamespace<BrowserSession>, poolId: string) {
    this.#namespace = namespace;
    this.#poolId = poolId;
  }

  /** Starts the browser of a new session. With `usesLists`, loads the filter lists first. */
  async start(
    name: string,
    { network, region }: PoolSettings,
    usesLists: boolean,
  ): Promise<SessionStart> {
    // The first request to a Durable Object decides its region.
    const session =
      region === undefined
        ? this.#stubOf(name)
        : this.#namespace.getByName(name, { locationHint: region });
    return session.start(network, this.#poolId, usesLists).catch((error: unknown) => {
      log("session did not start", { error });
      return { started: false, retryAfterSeconds: 1 };
    });
  }

  /** Returns undefined if the session does not answer. */
  async status(name: string): Promise<SessionStatus | undefined> {
    const status: Promise<SessionStatus> = this.#stubOf(name).status();
    return withDeadline(STATUS_DEADLINE_MS, "status", status).catch(() => undefined);
  }

  /** Returns whether the browser has answered. */
  async keepAlive(name: string): Promise<boolean> {
    return this.#stubOf(name)
      .keepAlive()
      .catch(() => false);
  }

  /** Closes the browser after its last capture. */
  async retire(name: string): Promise<void> {
    await this.#stubOf(name)
      .retire()
      .catch((error: unknown) => log("session not retired", { error }));
  }

  /** Closes the browser immediately. */
  async stop(name: string): Promise<void> {
    await this.#stubOf(name)
      .stop()
      .catch((error: unknown) => log("session not stopped", { error }));
  }

  #stubOf(name: string): DurableObjectStub<BrowserSession> {
    return this.#namespace.getByName(name);
  }
}
