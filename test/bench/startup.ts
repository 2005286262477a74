// Measures the CPU time that a new isolate needs to evaluate the Worker, with the profile of `wrangler check startup`.
import { readFileSync } from "node:fs";
import type { Bench, Line } from "./bench.ts";
import { median, type Series } from "./measure.ts";

const ROUNDS = 5;
const MAX_MS = 100;

/** A CPU profile of V8. `timeDeltas`: microseconds before each sample. */
type Profile = {
  nodes: { id: number; callFrame: { functionName: string } }[];
  samples: number[];
  timeDeltas: number[];
};

export async function measureStartup({ profileStartup }: Bench): Promise<Line[]> {
  const times: Series = [];
  for (let round = 0; round < ROUNDS; round += 1)
    times.push(activeMs(JSON.parse(readFileSync(await profileStartup(), "utf8")) as Profile));
  const range = `${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)} ms`;
  const cpu = `${median(times).toFixed(0)} ms (${range})`;
  return [["start of an isolate, CPU", "–", cpu, "–", `≤ ${MAX_MS} ms`]];
}

/** Returns the time of all samples in which code ran. */
function activeMs({ nodes, samples, timeDeltas }: Profile): number {
  const idle = new Set(
    nodes.filter(({ callFrame }) => callFrame.functionName === "(idle)").map(({ id }) => id),
  );
  const micros = samples.map((id, i) => (idle.has(id) ? 0 : (timeDeltas[i] ?? 0)));
  return micros.reduce((sum, each) => sum + each, 0) / 1000;
}
