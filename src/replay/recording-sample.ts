import type { DemandGap } from "../accounting/demand";
import type { DecisionDocument } from "../decision/decision-document";
import type { PoolDemand } from "../pool/pool-demand";
import { rounded } from "../round";
import type { TraceRequest } from "../traces/trace";
import type { ReplayRun } from "./replay-run";

/** State of a recorded replay at one time. null: of nothing, or not finite. */
export interface RecordedSample {
  /** Simulated seconds. */
  readonly timeS: number;
  /** Requests, and input tokens, that arrived a second, looking back. */
  readonly requestsPerS: number;
  readonly inputTokensPerS: number;
  /** Shares of the requests that ended, looking back, and met their SLO. */
  readonly ttftRatio: number | null;
  readonly tpotRatio: number | null;
  /**
   * Work in engines, as the policy saw it: the loads with their backlog where it is `headroom`, else the demand of the
   * window, of which the decision that came last has to have asked; null: it has not.
   */
  readonly prefillDemand: number | null;
  readonly decodeDemand: number | null;
  /** Why there is more demand than that; empty if all of it was priced. */
  readonly demandGaps: readonly DemandGap[];
  /** Why there is none: the reason of that decision; null where there is one, or was no decision. */
  readonly demandMissing: string | null;
  /** Engines of each role, available or not. */
  readonly prefillEngines: number;
  readonly decodeEngines: number;
  /** Loads of the roles: 1 is the SLO's limit. */
  readonly prefillLoad: number | null;
  readonly decodeLoad: number | null;
}

/** How a replay is sampled. */
export interface Sampling {
  /** Seconds between two samples. */
  readonly sampleS: number;
  /** Seconds that shares and rates look back. */
  readonly lookBackS: number;
}

/** The decisions that a sample may read off what was known: the last one, and the last one that tells of loads. */
export interface LastDecisions {
  readonly any: DecisionDocument | null;
  readonly withLoads: DecisionDocument | null;
}

/** Takes a sample of a replay. It has no effect on what is decided later. */
export function takeSample(
  run: ReplayRun,
  arrivals: Arrivals,
  { sampleS, lookBackS }: Sampling,
  last: LastDecisions,
): RecordedSample {
  const { pool, timeS } = run;
  const { ttftRatio, tpotRatio } = pool.attainment(lookBackS);
  const split = pool.split();
  const loads = pool.loads();
  return {
    timeS,
    ...arrivals.ratesUntil(timeS, lookBackS),
    ttftRatio: rounded(ttftRatio),
    tpotRatio: rounded(tpotRatio),
    ...sampledDemand(run, sampleS, last),
    prefillEngines: split.prefill,
    decodeEngines: split.decode,
    prefillLoad: rounded(loads.prefill),
    decodeLoad: rounded(loads.decode),
  };
}

type SampledDemand = Pick<RecordedSample, "prefillDemand" | "decodeDemand" | "demandGaps" | "demandMissing">;

/** A query of the demand may have a part in later decisions: where there are any, what they knew is read off them. */
function sampledDemand({ pool, control, timeS }: ReplayRun, sampleS: number, last: LastDecisions): SampledDemand {
  if (control === "off") return pricedDemand(pool.demand());
  const isNew = (atS: number | null | undefined) => typeof atS === "number" && timeS - atS < sampleS;
  const { prefill_load_engines = null, decode_load_engines = null, at } = last.withLoads ?? {};
  if (isNew(at)) {
    return {
      prefillDemand: prefill_load_engines,
      decodeDemand: decode_load_engines,
      demandGaps: [],
      demandMissing: null,
    };
  }
  const snapshot = pool.lastSnapshot;
  if (snapshot && isNew(snapshot.atS)) return pricedDemand(snapshot.demand);
  const missing = isNew(last.any?.at) ? (last.any?.reason ?? null) : null;
  return { prefillDemand: null, decodeDemand: null, demandGaps: [], demandMissing: missing };
}

function pricedDemand({ prefillDemand, decodeDemand, gaps }: PoolDemand): SampledDemand {
  const demand = { prefillDemand: rounded(prefillDemand), decodeDemand: rounded(decodeDemand) };
  return { ...demand, demandGaps: gaps, demandMissing: null };
}

/** Counts the arrivals of a trace over a span that moves on. */
export class Arrivals {
  readonly #requests: readonly TraceRequest[];
  readonly #speed: number;
  #first = 0;
  #next = 0;
  #inputTokens = 0;

  /** @param speed how much faster than in the trace requests arrive */
  constructor(requests: readonly TraceRequest[], speed: number) {
    this.#requests = requests;
    this.#speed = speed;
  }

  /** Requests and input tokens a second of the last `spanS`, or of the time since 0 if that is less. */
  ratesUntil(timeS: number, spanS: number): { requestsPerS: number; inputTokensPerS: number } {
    while (this.#atS(this.#next) <= timeS) this.#inputTokens += this.#tokens(this.#next++);
    while (this.#first < this.#next && this.#atS(this.#first) <= timeS - spanS) {
      this.#inputTokens -= this.#tokens(this.#first++);
    }
    const seconds = Math.min(spanS, timeS);
    return {
      requestsPerS: rounded((this.#next - this.#first) / seconds) ?? 0,
      inputTokensPerS: rounded(this.#inputTokens / seconds) ?? 0,
    };
  }

  #atS(index: number): number {
    return (this.#requests[index]?.atS ?? Number.POSITIVE_INFINITY) / this.#speed;
  }

  #tokens(index: number): number {
    return this.#requests[index]?.inputTokens ?? 0;
  }
}
