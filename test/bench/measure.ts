// Times, taken in turns so that whatever slows the machine down slows down everybody.

import { setTimeout as sleep } from "node:timers/promises";

/** One number a round. */
export type Series = number[];

/** What `act` takes, in milliseconds. */
export async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

/** `pauseMs`: before each act, so that it does not pay for what the one before leaves to be tidied up. */
type Turns = { rounds: number; perRound: number; warmUp: number; pauseMs?: number };

/** For each act the median time in milliseconds of each round, in which the acts took turns one by one. */
export async function takeTurns<Name extends string>(
  acts: Record<Name, () => Promise<unknown>>,
  { rounds, perRound, warmUp, pauseMs = 0 }: Turns,
): Promise<Record<Name, Series>> {
  const names = Object.keys(acts) as Name[]; // of an object literal, so there are no others
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

/** How often `act` is done in a second when `atOnce` callers do it one after another, `times` in all. */
export async function throughputOf(
  act: () => Promise<unknown>,
  { atOnce, times }: { atOnce: number; times: number },
): Promise<number> {
  let left = times;
  const caller = async () => {
    while (left-- > 0) await act();
  };
  const ms = await timeOf(async () => Promise.all(Array.from({ length: atOnce }, caller)));
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

/** "0.82 (0.79–0.88)": the median of the rounds' own ratios, the least and the greatest. */
export function ratio(mine: Series, theirs: Series): string {
  const ratios = mine.map((value, round) => value / (theirs[round] ?? Number.NaN));
  const [middle, least, greatest] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map(
    (value) => value.toFixed(2),
  );
  return `${middle} (${least}–${greatest})`;
}
