// Delivers the messages of one browser in turns, so that a page with many messages delays neither other pages nor other work
// of the Worker, which handles everything on one thread.

/**
 * Limits of one turn. Handling the messages of a turn takes a few milliseconds, and other work of the Worker runs between two
 * turns.
 */
const MAX_MESSAGES = 64;
const MAX_CHARACTERS = 256 * 1024;

/** Messages of one origin since it began to wait. The first `next` messages were delivered, the others wait. */
type Lane = { messages: string[]; next: number };

/** `Origin` identifies the source of a message. Messages of one origin keep their order. */
export class MessageQueue<Origin> {
  readonly #deliver: (message: string) => void;
  readonly #lanes = new Map<Origin, Lane>();
  #turn = { messages: 0, characters: 0 };

  constructor(deliver: (message: string) => void) {
    this.#deliver = deliver;
  }

  /** Delivers the message immediately, unless the turn is full or older messages of the origin wait. */
  push(origin: Origin, message: string): void {
    const lane = this.#lanes.get(origin);
    if (lane !== undefined) lane.messages.push(message);
    else if (this.#isFull()) this.#lanes.set(origin, { messages: [message], next: 0 });
    else this.#send(message);
  }

  /** Discards the waiting messages of an origin that do not satisfy the condition. */
  retain(origin: Origin, condition: (message: string) => boolean): void {
    const lane = this.#lanes.get(origin);
    if (lane === undefined) return;
    const messages = lane.messages.slice(lane.next).filter(condition);
    if (messages.length > 0) this.#lanes.set(origin, { messages, next: 0 });
    else this.#lanes.delete(origin);
  }

  #isFull(): boolean {
    const { messages, characters } = this.#turn;
    return messages >= MAX_MESSAGES || characters >= MAX_CHARACTERS;
  }

  #send(message: string): void {
    this.#turn.messages += 1;
    this.#turn.characters += message.length;
    // A timer lets the Worker handle other events first. Only a full turn needs one: a timer costs as much as a message.
    if (this.#isFull()) setTimeout(() => this.#startTurn(), 0);
    this.#deliver(message);
  }

  #startTurn(): void {
    this.#turn = { messages: 0, characters: 0 };
    while (!this.#isFull()) {
      const message = this.#takeNext();
      if (message === undefined) return;
      this.#send(message);
    }
  }

  /** Removes the next message of the origin that has received the fewest messages since it began to wait. */
  #takeNext(): string | undefined {
    let first: [Origin, Lane] | undefined;
    for (const entry of this.#lanes)
      if (first === undefined || entry[1].next < first[1].next) first = entry;
    if (first === undefined) return undefined;
    const [origin, lane] = first;
    const message = lane.messages[lane.next];
    // Releases the memory of the message while other messages of the lane wait.
    lane.messages[lane.next] = "";
    lane.next += 1;
    if (lane.next === lane.messages.length) this.#lanes.delete(origin);
    return message;
  }
}
