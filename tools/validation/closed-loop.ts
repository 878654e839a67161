/** A disaggregated fleet as two stations of a closed loop. Times in seconds. */
export interface Stations {
  readonly concurrency: number;
  readonly outputTokens: number;
  /** From arrival to the first token, less service and line. */
  readonly latencyS: number;
  /** Prefill of one request by all prefill engines together: their line is one. */
  readonly prefillS: number;
  /** Token interval: the constant part. */
  readonly interceptS: number;
  /** .. per request that decodes anywhere. */
  readonly perRequestS: number;
}

/** The steady state. */
export interface SteadyState {
  readonly requestsPerS: number;
  readonly ttftS: number;
  readonly tpotS: number;
}

const HALVINGS = 60;

/**
 * Solves a closed loop by mean values: as many requests are in prefill and decode (throughput times the time there, by
 * Little's law) as the clients keep open. Both times grow with throughput, so that halving an interval finds it.
 */
export function solveClosedLoop(stations: Stations): SteadyState {
  const { prefillS, perRequestS, outputTokens, concurrency } = stations;
  let low = 0;
  let high = 1 / Math.max(prefillS, perRequestS * outputTokens);
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    const { ttftS, tpotS } = stateAt(stations, middle);
    if (middle * (ttftS + outputTokens * tpotS) < concurrency) low = middle;
    else high = middle;
  }
  return stateAt(stations, low);
}

function stateAt(stations: Stations, requestsPerS: number): SteadyState {
  const { latencyS, prefillS, interceptS, perRequestS, outputTokens } = stations;
  return {
    requestsPerS,
    ttftS: latencyS + prefillS / (1 - requestsPerS * prefillS),
    tpotS: interceptS / (1 - requestsPerS * outputTokens * perRequestS),
  };
}
