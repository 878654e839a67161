import { rounded } from "../round";
import type { ReplayRun } from "./replay-run";
import type { TraceRequest } from "./trace";

/** What a recorded replay looked like at one time. null: of nothing, or not finite. */
export interface RecordedSample {
  /** Simulated seconds. */
  readonly timeS: number;
  /** Requests, and input tokens, that arrived a second, looking back. */
  readonly requestsPerS: number;
  readonly inputTokensPerS: number;
  /** Shares of the requests that ended, looking back, and met their SLO. */
  readonly ttftRatio: number | null;
  readonly tpotRatio: number | null;
  /** Demand of the window in engines; null while it was not looked at. */
  readonly prefillDemand: number | null;
  readonly decodeDemand: number | null;
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

/** Takes a sample of a replay. It has no effect on what is decided later. */
export function takeSample(run: ReplayRun, arrivals: Arrivals, { sampleS, lookBackS }: Sampling): RecordedSample {
  const { pool, timeS } = run;
  const { ttftRatio, tpotRatio } = pool.attainment(lookBackS);
  const split = pool.split();
  const loads = pool.loads();
  return {
    timeS,
    ...arrivals.ratesUntil(timeS, lookBackS),
    ttftRatio: rounded(ttftRatio),
    tpotRatio: rounded(tpotRatio),
    ...demandOf(run, sampleS),
    prefillEngines: split.prefill,
    decodeEngines: split.decode,
    prefillLoad: rounded(loads.prefill),
    decodeLoad: rounded(loads.decode),
  };
}

/** A query of the demand may have a part in later decisions: where there are any, what they knew is read off them. */
function demandOf({ pool, control, timeS }: ReplayRun, sampleS: number) {
  const snapshot = pool.lastSnapshot;
  const known = snapshot && timeS - snapshot.atS < sampleS ? snapshot.demand : null;
  const demand = control === "off" ? pool.demand() : known;
  return {
    prefillDemand: rounded(demand?.prefillEngines ?? null),
    decodeDemand: rounded(demand?.decodeEngines ?? null),
  };
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
