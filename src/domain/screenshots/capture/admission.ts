// Limits the interactive captures that an isolate handles at the same time. Each capture needs database statements, and too
// many statements would delay all responses, including refusals.
import { ServiceError } from "../../../contract/errors.ts";

/** A capture waits at most this long from the arrival of its request (docs/decisions/credits-and-limits.md). */
const MAX_AGE_MS = 5_000;

/** The captures that one slot starts within 5 seconds if each takes half a second. */
const EXPECTED_CAPTURES_PER_SLOT = 10;

/** The captures that one slot starts within 5 seconds if each takes 200 ms. At least this number is admitted. */
const MAX_CAPTURES_PER_SLOT = 25;

/** After this time with captures for every slot, the rate of rendering is known. A browser may need a second to start. */
const MEASURED_AFTER_MS = 2_000;

/** Ends the admission of a capture. */
export type Leave = () => void;

/** The captures that browsers have rendered since the isolate has captures for every slot. Times are in milliseconds since 1970. */
export class RecentCaptures {
  /** Oldest first. */
  #renderedAt: number[] = [];
  #busySince = 0;

  /** The isolate has fewer captures than slots, so their rate is no limit. */
  restart(now: number): void {
    this.#renderedAt = [];
    this.#busySince = now;
  }

  add(now: number): void {
    this.#forgetOld(now);
    this.#renderedAt.push(now);
  }

  /**
   * Returns the number of captures to handle at the same time with this number of browser slots: as many as are probably
   * rendered within 5 seconds, because the others would wait longer than that only to be refused and refunded.
   */
  maxCaptures(slots: number, now: number): number {
    this.#forgetOld(now);
    const measuredMs = Math.min(MAX_AGE_MS, now - this.#busySince);
    const expected =
      measuredMs < MEASURED_AFTER_MS
        ? EXPECTED_CAPTURES_PER_SLOT * slots
        : Math.floor((this.#renderedAt.length * MAX_AGE_MS) / measuredMs);
    return Math.min(MAX_CAPTURES_PER_SLOT * slots, Math.max(MAX_CAPTURES_PER_SLOT, expected));
  }

  #forgetOld(now: number): void {
    const first = this.#renderedAt.findIndex((at) => at > now - MAX_AGE_MS);
    if (first !== 0) this.#renderedAt = first === -1 ? [] : this.#renderedAt.slice(first);
  }
}

/** Shares a number of places between their holders. */
export class Admission {
  readonly #captures = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /**
   * Admits a capture and returns a function to call once at its end. Returns undefined if the isolate handles `max` captures and
   * the holder has its equal share of them.
   */
  enter(holder: string, max: number): Leave | undefined {
    const own = this.#captures.get(holder) ?? 0;
    const holders = this.#captures.size + (own === 0 ? 1 : 0);
    if (this.#total >= max && own >= max / holders) return undefined;
    this.#captures.set(holder, own + 1);
    this.#total += 1;
    return () => this.#leave(holder);
  }

  #leave(holder: string): void {
    this.#total -= 1;
    const left = (this.#captures.get(holder) ?? 0) - 1;
    if (left > 0) this.#captures.set(holder, left);
    else this.#captures.delete(holder);
  }
}

/**
 * The places of an isolate. Requests whose account is unknown until their key is looked up have separate places, so that
 * requests without a valid key take no place of an account.
 */
export type Places = { accounts: Admission; networks: Admission; recent: RecentCaptures };

/** The sender of a request on arrival. Without `accountId`, its client network holds the place. */
export type Sender = { accountId: string | undefined; network: string };

type RequestFacts = {
  places: Places;
  /** The number of browser slots. */
  slots: number;
  /** In milliseconds since 1970. */
  arrivedAt: number;
  now: () => number;
};

/** The admission of one request: a place on arrival, which the capture keeps, moves or returns. */
export class RequestAdmission {
  readonly #facts: RequestFacts;
  #place: { accountId: string | undefined; leave: Leave } | undefined;
  /** "decided": the request is admitted, or waits for the capture of another request. */
  #state: "arrived" | "decided" | "refused" = "arrived";

  constructor(facts: RequestFacts) {
    this.#facts = facts;
  }

  /** Takes a place before the key of the request is looked up. Returns false if there is none. */
  arrive({ accountId, network }: Sender): boolean {
    const { accounts, networks } = this.#facts.places;
    // More requests of unknown accounts would only be refused after the lookup of their keys, which costs more than a refusal.
    const leave =
      accountId === undefined
        ? networks.enter(network, this.#max)
        : accounts.enter(accountId, this.#max);
    if (leave !== undefined) this.#place = { accountId, leave };
    return leave !== undefined;
  }

  /** The time until an undecided request is too old. */
  get leftMs(): number {
    const { arrivedAt, now } = this.#facts;
    return Math.max(0, arrivedAt + MAX_AGE_MS - now());
  }

  /** Refuses the request, unless it is decided. Returns whether it is refused. Then it cannot be admitted anymore. */
  refuse(): boolean {
    if (this.#state === "arrived") this.#state = "refused";
    return this.#state === "refused";
  }

  /**
   * Admits the capture of an account and returns a function to call at its end. Throws ServiceError(service_unavailable) if
   * the isolate handles too many captures, or if the request is undecided and too old.
   */
  admit(accountId: string): Leave {
    this.#decide();
    if (this.#place?.accountId !== accountId) {
      this.leave();
      const leave = this.#facts.places.accounts.enter(accountId, this.#max);
      if (leave === undefined) throw overloaded();
      this.#place = { accountId, leave };
    }
    return () => this.leave();
  }

  /**
   * Returns the place of a request that may receive the result of another capture. From now on, the request may become old.
   * Throws ServiceError(service_unavailable) if it is too old already.
   */
  stepAside(): void {
    this.#decide();
    this.leave();
  }

  /** Counts a capture that a browser has rendered, which raises the number of admitted captures. */
  countRendered(): void {
    const { places, now } = this.#facts;
    places.recent.add(now());
  }

  /** Returns the place. Has no effect without a place. */
  leave(): void {
    const place = this.#place;
    this.#place = undefined;
    place?.leave();
  }

  get #max(): number {
    const { places, slots, now } = this.#facts;
    if (places.accounts.total < slots) places.recent.restart(now());
    return places.recent.maxCaptures(slots, now());
  }

  #decide(): void {
    const isLate = this.#state === "arrived" && this.leftMs === 0;
    if (isLate || this.#state === "refused") throw overloaded();
    this.#state = "decided";
  }
}

/** The error of a request that is refused because too many others are in progress. */
export function overloaded(): ServiceError {
  return new ServiceError("service_unavailable", { retryAfterSeconds: 1 });
}
