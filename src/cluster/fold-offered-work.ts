import type { OfferedMixState } from "../accounting/offered-mix";
import type { OfferedStatisticsState } from "../accounting/offered-work";
import type { RatioState, WorkSecondState } from "../wasm/offered-work-region";

/** A running mean forgets beyond so many completions. */
const MOST_COMPLETIONS = 300;

/**
 * The statistics of offered work of several routers as one. Work is a sum of whole units. The means of output lengths
 * are weighed by their completions: what one router would have learned in the order of all completions is not known.
 */
export function foldOfferedWork(all: readonly (OfferedStatisticsState | null)[]): OfferedStatisticsState | null {
  const states = all.flatMap((state) => state ?? []);
  const first = states[0];
  if (first === undefined || states.length === 1) return first ?? null;
  const works = states.map(({ work }) => work);
  return {
    work: {
      first: Math.min(...works.map((work) => work.first)),
      oldest: Math.max(...works.map((work) => work.oldest)),
      base: sum(works.map((work) => work.base)),
      seconds: foldSeconds(works.flatMap(({ seconds }) => seconds)),
      ratios: foldRatios(works.flatMap(({ ratios }) => ratios)),
    },
    mix: foldMix(states.map(({ mix }) => mix)),
    drift: first.drift,
  };
}

function foldSeconds(seconds: readonly WorkSecondState[]): WorkSecondState[] {
  const folded = new Map<number, WorkSecondState>();
  for (const { second, work, level } of seconds) {
    const known = folded.get(second) ?? { work: 0, level: 0 };
    folded.set(second, { second, work: known.work + work, level: known.level + level });
  }
  return [...folded.values()].sort((one, other) => one.second - other.second);
}

function foldRatios(ratios: readonly RatioState[]): RatioState[] {
  const folded = new Map<number, { sum: number; count: number }>();
  for (const { place, mean, count } of ratios) {
    const known = folded.get(place) ?? { sum: 0, count: 0 };
    folded.set(place, { sum: known.sum + mean * count, count: known.count + count });
  }
  return [...folded].map(([place, known]) => ({
    place,
    mean: known.sum / known.count,
    count: Math.min(MOST_COMPLETIONS, known.count),
  }));
}

function foldMix(mixes: readonly OfferedMixState[]): OfferedMixState {
  const of = (field: keyof OfferedMixState) => sum(mixes.map((mix) => mix[field]));
  return {
    requests: of("requests"),
    prefillTokens: of("prefillTokens"),
    prefillSquares: of("prefillSquares"),
    contextTokens: of("contextTokens"),
    outputTokens: of("outputTokens"),
    workS: of("workS"),
    extrapolatedS: of("extrapolatedS"),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
