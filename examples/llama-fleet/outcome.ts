import { type Percentiles, percentilesOf } from "narwhal-slo/replay";

/** SLOs of a run, in seconds. */
export interface Slo {
  readonly ttftS: number;
  readonly tpotS: number;
}

/** How a run went, predicted or measured. */
export interface Outcome {
  readonly completed: number;
  readonly ttft: Percentiles;
  readonly tpot: Percentiles;
  /** Share of all requests that met both SLOs. */
  readonly attainment: number | null;
}

/** A request that has completed, as its client saw it. */
export interface Timed {
  readonly ttftS: number;
  readonly tpotS: number;
}

/** @param sent requests, those that failed among them */
export function outcomeOf(timed: readonly Timed[], sent: number, slo: Slo): Outcome {
  const met = timed.filter(({ ttftS, tpotS }) => ttftS <= slo.ttftS && tpotS <= slo.tpotS).length;
  return {
    completed: timed.length,
    ttft: percentilesOf(Float64Array.from(timed, ({ ttftS }) => ttftS)),
    tpot: percentilesOf(Float64Array.from(timed, ({ tpotS }) => tpotS)),
    attainment: sent > 0 ? met / sent : null,
  };
}
