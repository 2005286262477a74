import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Priority, SessionLoad, SlotLimits } from "../../../src/browser/schedule.ts";
import { AccountShares } from "../../../src/browser/account-shares.ts";
import { SessionTable } from "../../../src/browser/session-table.ts";
import { type SlotUse, SlotScheduler } from "../../../src/browser/slot-scheduler.ts";

type Waiter = SlotUse & { label: string };

const limits: SlotLimits = { maxSessions: 2, capturesPerSession: 2, accountSlots: 0 };

function ready(name: string, load: Partial<SessionLoad> = {}): SessionLoad {
  return { name, state: "ready", active: 0, captures: 0, idleSince: 0, ...load };
}

function createScheduler(changed: Partial<SlotLimits> = {}, sessions = [ready("a"), ready("b")]) {
  const table = new SessionTable();
  const shares = new AccountShares();
  let now = 0;
  const scheduler = new SlotScheduler<Waiter>(table, shares, () => now);
  scheduler.setLimits({ ...limits, ...changed });
  for (const session of sessions) table.add(session);
  const wait = (accountId: string, label = accountId, priority: Priority = "interactive") => {
    const waiter = { accountId, priority, label };
    scheduler.addWaiter(waiter);
    return waiter;
  };
  /** Assigns all free slots. Returns the labels in order. */
  const assignAll = () => {
    const assigned = [];
    for (let next = scheduler.assignNext(); next; next = scheduler.assignNext())
      assigned.push(next);
    return assigned;
  };
  const labels = () => assignAll().map(({ waiter }) => waiter.label);
  const setTime = (ms: number) => (now = ms);
  return { scheduler, table, shares, setTime, wait, assignAll, labels };
}

describe("SlotScheduler.assignNext", () => {
  it("The least loaded browser receives the next capture, and a full browser none.", () => {
    const { wait, assignAll } = createScheduler({ accountSlots: 4 });
    for (const account of ["1", "2", "3", "4", "5"]) wait(account);
    expect(assignAll().map(({ session }) => session)).toEqual(["a", "b", "a", "b"]);
  });

  it("While an account has its own browsers, it receives neither the last idle browser nor the browsers of other accounts.", () => {
    const { scheduler, wait, assignAll } = createScheduler({ maxSessions: 3, accountSlots: 6 }, [
      ready("a"),
      ready("b"),
      ready("c"),
    ]);
    const sessions = () => assignAll().map(({ session }) => session);
    const waiters = [1, 2, 3, 4].map(() => wait("many"));
    expect(sessions()).toEqual(["a", "b", "a", "b"]);

    const other = wait("other");
    expect(sessions()).toEqual(["c"]);
    scheduler.vacate("b", waiters[3]!, 0);
    wait("many");
    expect(sessions()).toEqual(["b"]);

    // Without a free slot elsewhere, both share a browser.
    wait("many");
    expect(sessions()).toEqual(["c"]);
    scheduler.vacate("c", other, 0);
    wait("other");
    expect(sessions()).toEqual(["c"]);
  });

  it("Starting and retiring browsers receive no captures.", () => {
    const { table, wait, labels } = createScheduler({}, [
      ready("a", { state: "starting" }),
      ready("b"),
    ]);
    table.retire("b");
    wait("1");
    expect(labels()).toEqual([]);
    table.markReady("a", 0);
    expect(labels()).toEqual(["1"]);
  });

  it("A browser receives no captures after 250 captures.", () => {
    const { table, wait, labels } = createScheduler({}, [ready("a", { captures: 249 })]);
    wait("1");
    wait("2");
    expect(labels()).toEqual(["1"]);
    expect(table.find("a")).toMatchObject({ state: "retiring", active: 1 });
  });

  it("One account uses at most half of the slots by default.", () => {
    const { wait, labels } = createScheduler();
    for (const label of ["1", "2", "3", "4"]) wait("many", label);
    expect(labels()).toEqual(["1", "2"]);
    wait("other");
    expect(labels()).toEqual(["other"]);
  });

  it("ACCOUNT_SLOTS changes the share of an account.", () => {
    const { wait, labels } = createScheduler({ accountSlots: 3 });
    for (const label of ["1", "2", "3", "4"]) wait("many", label);
    expect(labels()).toEqual(["1", "2", "3"]);
  });

  it("With one slot, accounts take turns regardless of their number of waiting captures.", () => {
    const one = { maxSessions: 1, capturesPerSession: 1 };
    const { scheduler, wait, labels } = createScheduler(one, [ready("a")]);
    for (let count = 0; count < 4; count += 1) wait("many");
    const order = labels();
    for (let turn = 0; turn < 5; turn += 1) {
      // Between two of its captures, the account "few" has none waiting. It must not be served earlier for that reason.
      if (turn % 2 === 0) wait("few");
      scheduler.vacate("a", { accountId: order.at(-1)!, priority: "interactive" }, 0);
      order.push(...labels());
    }
    expect(order).toEqual(["many", "few", "many", "few", "many", "few"]);
  });

  it("Interactive captures run before queued captures, and queued captures leave a quarter of the slots free.", () => {
    const { wait, labels } = createScheduler({ accountSlots: 4 });
    for (const label of ["q1", "q2", "q3", "q4"]) wait("batch", label, "queued");
    wait("busy", "now");
    expect(labels()).toEqual(["now", "q1", "q2", "q3"]);
  });

  it("The queued captures of an account leave a quarter of its slots to its interactive ones.", () => {
    const { wait, labels } = createScheduler();
    wait("one", "q1", "queued");
    wait("one", "q2", "queued");
    expect(labels()).toEqual(["q1"]);
    wait("one", "now");
    expect(labels()).toEqual(["now"]);
  });
});

describe("An account whose captures fail late", () => {
  /** An account with 4 of 8 slots. `other` is the latest activity of another account. */
  function createShared(other?: number) {
    const parts = createScheduler(
      { maxSessions: 4 },
      ["a", "b", "c", "d"].map((name) => ready(name)),
    );
    const fail = (count: number, ms: number) => {
      for (let i = 0; i < count; i += 1) parts.shares.countFailure("failing", 4, ms);
    };
    const succeed = (count: number) => {
      for (let i = 0; i < count; i += 1) parts.shares.countSuccess("failing", 4);
    };
    if (other !== undefined) parts.shares.markActive("other", other);
    /** Starts as many captures as possible, and ends them. Returns their number. */
    const countSlots = () => {
      const waiters = [1, 2, 3, 4, 5].map(() => parts.wait("failing"));
      const assigned = parts.assignAll();
      for (const { session, waiter } of assigned) parts.scheduler.vacate(session, waiter, 0);
      for (const waiter of waiters) parts.scheduler.removeWaiter(waiter);
      return assigned.length;
    };
    return { ...parts, fail, succeed, countSlots };
  }

  it("It loses a slot with each failure while another account is active, but never the last one.", () => {
    const { fail, countSlots } = createShared(0);
    expect(countSlots()).toBe(4);
    fail(1, 2_000);
    expect(countSlots()).toBe(3);
    fail(20, 10_000);
    expect(countSlots()).toBe(1);
  });

  it("Quick failures cost no slot.", () => {
    const { fail, countSlots } = createShared(0);
    fail(100, 1_999);
    expect(countSlots()).toBe(4);
  });

  it("Ten successful captures return a slot.", () => {
    const { fail, succeed, countSlots } = createShared(0);
    fail(20, 10_000);
    succeed(9);
    expect(countSlots()).toBe(1);
    succeed(1);
    expect(countSlots()).toBe(2);
    succeed(50);
    expect(countSlots()).toBe(4);
  });

  it("It uses its whole share when no other account has been active for 10 seconds.", () => {
    const { fail, setTime, shares, countSlots } = createShared(0);
    fail(20, 10_000);
    // Its own activity does not count.
    for (let time = 0; time < 10_000; time += 1_000) shares.markActive("failing", time);
    setTime(9_999);
    expect(countSlots()).toBe(1);
    setTime(10_000);
    expect(countSlots()).toBe(4);
  });

  it("It has fewer slots while another account has a long capture, from the moment at which that capture arrives.", () => {
    const { fail, scheduler, wait, assignAll } = createShared();
    fail(20, 10_000);
    for (const label of ["1", "2", "3", "4"]) wait("failing", label);
    const long = wait("other", "long");
    expect(assignAll().map(({ waiter }) => waiter.label)).toEqual(["1", "long"]);

    scheduler.vacate("b", long, 0);
    wait("failing", "5");
    expect(assignAll().map(({ waiter }) => waiter.label)).toEqual(["2", "3", "4"]);
  });
});

describe("SlotScheduler.countStarts", () => {
  const counted = (accounts: number, sessions: SessionLoad[] = []) => {
    const { scheduler, wait } = createScheduler({ maxSessions: 4 }, sessions);
    for (let account = 0; account < accounts; account += 1) wait(String(account));
    return scheduler.countStarts();
  };

  it.each([
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 2],
    [50, 4],
  ])("%i waiting captures start %i browsers with two slots each.", (waiting, starts) => {
    expect(counted(waiting)).toBe(starts);
  });

  it("Starting browsers provide slots for waiting captures, and the limit on browsers includes retiring browsers.", () => {
    const starting = ready("a", { state: "starting" });
    expect(counted(2, [starting])).toBe(0);
    expect(counted(3, [starting])).toBe(1);
    expect(counted(50, [starting, ready("b", { state: "retiring" }), ready("c")])).toBe(1);
  });

  it("Captures beyond the share of their account start no browser.", () => {
    const { scheduler, wait } = createScheduler({ maxSessions: 4 }, []);
    for (let count = 0; count < 50; count += 1) wait("many");
    expect(scheduler.countStarts()).toBe(2);
  });
});

describe("SlotScheduler.isCoveredByStarts", () => {
  it("A starting browser covers the oldest captures of an account, up to the share of the account.", () => {
    const starting = [ready("a", { state: "starting" }), ready("b", { state: "starting" })];
    const { scheduler, table, wait } = createScheduler({}, starting);
    const waiters = ["1", "2", "3", "4"].map((label) => wait("many", label));
    const covered = () => waiters.map((waiter) => scheduler.isCoveredByStarts(waiter));
    expect(covered()).toEqual([true, true, false, false]);
    scheduler.removeWaiter(waiters[0]!);
    expect(covered()).toEqual([false, true, true, false]);
    table.remove("a");
    table.remove("b");
    expect(covered()).toEqual([false, false, false, false]);
  });
});

/** Applies the rules of the scheduler without indexes: every decision scans all waiting and running captures. */
class ScanningScheduler {
  readonly waiting: Waiter[] = [];
  readonly running: (SlotUse & { session: string })[] = [];
  readonly turns = new Map<string, number>();
  slots = new Map<string, number>();
  turn = 0;

  assignNext(capacity: number, accountSlots: number): string | undefined {
    const quarterLess = (slots: number) => Math.max(1, slots - Math.ceil(slots / 4));
    const countOf = (matches: (use: SlotUse) => boolean) => this.running.filter(matches).length;
    const activeOf = (id: string) => countOf((use) => use.accountId === id);
    const queuedOf = (id: string) =>
      countOf((use) => use.accountId === id && use.priority === "queued");
    const mayStart = ({ accountId, priority }: Waiter) =>
      activeOf(accountId) < accountSlots &&
      (priority === "interactive" ||
        (queuedOf(accountId) < quarterLess(accountSlots) &&
          countOf((use) => use.priority === "queued") < quarterLess(capacity)));
    const free = [...this.slots].some(
      ([name, size]) => this.running.filter(({ session }) => session === name).length < size,
    );
    if (!free) return undefined;
    const startable = this.waiting.filter(mayStart);
    const interactive = startable.filter(({ priority }) => priority === "interactive");
    const [chosen] = (interactive.length > 0 ? interactive : startable).toSorted(
      (a, b) =>
        activeOf(a.accountId) - activeOf(b.accountId) ||
        (this.turns.get(a.accountId) ?? 0) - (this.turns.get(b.accountId) ?? 0) ||
        this.waiting.indexOf(a) - this.waiting.indexOf(b),
    );
    if (chosen === undefined) return undefined;
    this.waiting.splice(this.waiting.indexOf(chosen), 1);
    this.turns.set(chosen.accountId, (this.turn += 1));
    return chosen.label;
  }
}

it("The indexes decide like a scan of all captures, in any sequence of events.", () => {
  const event = fc.record({
    kind: fc.constantFrom("wait", "wait", "wait", "leave", "end", "end"),
    account: fc.constantFrom("a", "b", "c", "d"),
    priority: fc.constantFrom<Priority[]>("interactive", "queued"),
    index: fc.nat({ max: 30 }),
  });
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 60 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 5 }),
      (events, sessions, each, accountSlots) => {
        const capacity = sessions * each;
        const share =
          accountSlots === 0
            ? Math.max(1, Math.floor(capacity / 2))
            : Math.min(accountSlots, capacity);
        const names = Array.from({ length: sessions }, (_, i) => String(i));
        const { scheduler } = createScheduler(
          { maxSessions: sessions, capturesPerSession: each, accountSlots },
          names.map((name) => ready(name)),
        );
        const oracle = new ScanningScheduler();
        oracle.slots = new Map(names.map((name) => [name, each]));
        for (const [number, { kind, account, priority, index }] of events.entries()) {
          if (kind === "wait") {
            const waiter = { accountId: account, priority, label: String(number) };
            scheduler.addWaiter(waiter);
            oracle.waiting.push(waiter);
          } else if (kind === "leave" && oracle.waiting.length > 0) {
            const [left] = oracle.waiting.splice(index % oracle.waiting.length, 1);
            expect(scheduler.removeWaiter(left!)).toBe(true);
          } else if (kind === "end" && oracle.running.length > 0) {
            const [ended] = oracle.running.splice(index % oracle.running.length, 1);
            scheduler.vacate(ended!.session, ended!, number);
          }
          for (;;) {
            const assigned = scheduler.assignNext();
            expect(assigned?.waiter.label).toBe(oracle.assignNext(capacity, share));
            if (assigned === undefined) break;
            oracle.running.push({ ...assigned.waiter, session: assigned.session });
          }
          expect(scheduler.waiting).toBe(oracle.waiting.length);
        }
      },
    ),
    { numRuns: 400 },
  );
});
