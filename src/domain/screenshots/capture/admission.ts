// Limits the requests that an isolate handles at the same time. Each request needs database statements, and too many statements
// would delay all responses, including refusals.
import { ServiceError } from "../../../contract/errors.ts";
import { MAX_AGE_MS, type RecentCaptures } from "./recent-captures.ts";

/** Requests of other routes. They wait for the database only, which answers hundreds of statements per second. */
const MAX_REQUESTS = 200;

/** Requests that may receive the result of another capture. All of them read the image when it is complete. */
const MAX_WAITING = 100;

/** Longer than every capture. */
const EXPIRED_AFTER_MS = 120_000;

type Place = { holder: string; enteredAt: number };

/** Returns a place. */
export type Leave = () => void;

/**
 * Shares a number of places between their holders. A place expires, because the runtime drops a request whose client closes the
 * connection without running its `finally` blocks. Times are in milliseconds since 1970.
 */
export class Admission {
  /** Oldest first. */
  readonly #places = new Set<Place>();
  /** The number of places of each holder. */
  readonly #counts = new Map<string, number>();

  total(now: number): number {
    this.#removeExpired(now);
    return this.#places.size;
  }

  /**
   * Takes a place and returns a function to call at the end. Returns undefined if `max` places are taken and the holder has its
   * equal share of them.
   */
  enter(holder: string, max: number, now: number): Leave | undefined {
    this.#removeExpired(now);
    const own = this.#counts.get(holder) ?? 0;
    const holders = this.#counts.size + (own === 0 ? 1 : 0);
    if (this.#places.size >= max && own >= max / holders) return undefined;
    const place = { holder, enteredAt: now };
    this.#places.add(place);
    this.#counts.set(holder, own + 1);
    return () => this.#remove(place);
  }

  #removeExpired(now: number): void {
    for (const place of this.#places) {
      if (place.enteredAt > now - EXPIRED_AFTER_MS) return;
      this.#remove(place);
    }
  }

  #remove(place: Place): void {
    if (!this.#places.delete(place)) return;
    const left = (this.#counts.get(place.holder) ?? 0) - 1;
    if (left > 0) this.#counts.set(place.holder, left);
    else this.#counts.delete(place.holder);
  }
}

/** The places of an isolate. */
export type Places = {
  /** Captures, by account. */
  captures: Admission;
  /** Requests that may receive the result of another capture, by account. */
  waiting: Admission;
  /** Requests of other routes, by account. */
  requests: Admission;
  /**
   * Requests whose account is unknown until their key is looked up, by client network. They have separate places, so that
   * requests without a valid key take no place of an account.
   */
  networks: Admission;
  recent: RecentCaptures;
};

export function createPlaces(recent: RecentCaptures): Places {
  return {
    captures: new Admission(),
    waiting: new Admission(),
    requests: new Admission(),
    networks: new Admission(),
    recent,
  };
}

/** A request on arrival. Without `accountId`, its client network holds the place. */
export type Arrival = { isCapture: boolean; accountId: string | undefined; network: string };

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
  /** `capturesOf`: the account, if the place is one for captures. */
  #place: { capturesOf?: string; leave: Leave } | undefined;
  /** "decided": the request is admitted, or waits for the capture of another request. */
  #state: "arrived" | "decided" | "refused" = "arrived";

  constructor(facts: RequestFacts) {
    this.#facts = facts;
  }

  /** Takes a place before the key of the request is looked up. Returns false if there is none. */
  arrive({ isCapture, accountId, network }: Arrival): boolean {
    const { captures, networks, requests } = this.#facts.places;
    const max = isCapture ? this.#maxCaptures : MAX_REQUESTS;
    // More requests of unknown accounts would only be refused after the lookup of their keys, which costs more than a refusal.
    if (accountId === undefined) return this.#take(networks, network, max);
    if (isCapture) return this.#take(captures, accountId, max, accountId);
    return this.#take(requests, accountId, max);
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
    if (this.#place?.capturesOf !== accountId) {
      this.leave();
      const { captures } = this.#facts.places;
      if (!this.#take(captures, accountId, this.#maxCaptures, accountId)) throw overloaded();
    }
    return () => this.leave();
  }

  /**
   * Exchanges the place of a request that may receive the result of another capture. From now on, the request may become old.
   * Throws ServiceError(service_unavailable) if it is too old already, or if too many requests wait.
   */
  stepAside(accountId: string): void {
    this.#decide();
    this.leave();
    if (!this.#take(this.#facts.places.waiting, accountId, MAX_WAITING)) throw overloaded();
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

  get #maxCaptures(): number {
    const { places, slots, now } = this.#facts;
    if (places.captures.total(now()) < slots) places.recent.restart(now());
    return places.recent.maxCaptures(slots, now());
  }

  #take(admission: Admission, holder: string, max: number, capturesOf?: string): boolean {
    const leave = admission.enter(holder, max, this.#facts.now());
    if (leave === undefined) return false;
    this.#place = { leave, ...(capturesOf === undefined ? {} : { capturesOf }) };
    return true;
  }

  #decide(): void {
    const isLate = this.#state === "arrived" && this.leftMs === 0;
    if (isLate || this.#state === "refused") throw overloaded();
    this.#state = "decided";
  }
}

/** The error of a request that is refused because too many others are in progress. */
export function overloaded(): ServiceError {
  return new ServiceError("service_unavailable", {
    message: "Too many requests are in progress. Retry after the seconds in Retry-After.",
    retryAfterSeconds: 1,
  });
}
