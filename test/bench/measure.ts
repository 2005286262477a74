// Measures times. Subjects take turns, so that a slow machine affects all of them.
import { setTimeout as sleep } from "node:timers/promises";

/** One number per round. */
export type Series = number[];

/** Returns the duration of `act` in milliseconds. */
export async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

/** `pauseMs` is a pause before each act, so that its time does not include clean-up of the previous act. */
type Turns = { rounds: number; perRound: number; warmUp: number; pauseMs?: number };

/** Runs the acts in turns. Returns the median time of each round per act, in milliseconds. */
export async function takeTurns<Name extends string>(
  acts: Record<Name, () => Promise<unknown>>,
  { rounds, perRound, warmUp, pauseMs = 0 }: Turns,
): Promise<Record<Name, Series>> {
  const names = Object.keys(acts) as Name[]; // an object literal has no other keys
  for (let count = 0; count < warmUp; count++) for (const name of names) await acts[name]();

  const medians = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    Series
  >;
  for (let round = 0; round < rounds; round++) {
    const times = new Map<Name, number[]>(names.map((name) => [name, []]));
    for (let count = 0; count < perRound; count++)
      for (const name of names) {
        await sleep(pauseMs);
        times.get(name)?.push(await timeOf(acts[name]));
      }
    for (const name of names) medians[name].push(median(times.get(name) ?? []));
  }
  return medians;
}

/** Returns calls per second when `concurrency` callers call `act` repeatedly, `times` in total. */
export async function throughputOf(
  act: () => Promise<unknown>,
  { concurrency, times }: { concurrency: number; times: number },
): Promise<number> {
  let left = times;
  const caller = async () => {
    while (left-- > 0) await act();
  };
  const ms = await timeOf(async () => Promise.all(Array.from({ length: concurrency }, caller)));
  return times / (ms / 1_000);
}

export function median(values: Series): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(
    Math.ceil(middle) - 1,
    Math.floor(middle) + 1,
  );
  return (low + high) / 2;
}

/** `part` is between 0 and 1, such as 0.95. Returns NaN for an empty series. */
export function percentile(values: Series, part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

/** Returns median, minimum and maximum of the ratios of the rounds, such as "0.82 (0.79–0.88)". */
export function ratio(numerator: Series, denominator: Series): string {
  const ratios = numerator.map((value, round) => value / (denominator[round] ?? Number.NaN));
  const [middle, least, greatest] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map(
    (value) => value.toFixed(2),
  );
  return `${middle} (${least}–${greatest})`;
}
