import type { EngineProfileInput } from "../../src/profile";
import { Random } from "../../src/random/random";
import { Simulation, type SimulationEngine, type SimulationResults } from "../../src/replay";
import { meanOf, medianOf } from "./errors-of";
import { isColocated, type VllmRun } from "./vllm-runs";

/** Constants of the simulated fleet. Times in seconds. */
export interface FleetModel {
  /** Token interval: the constant part. */
  readonly interceptS: number;
  /** .. per request of the batch. */
  readonly perRequestS: number;
  /** .. per KV token of the batch. */
  readonly perKvTokenS: number;
  /** From a request's arrival to its KV on the way, where caches are warm: what adds no load. */
  readonly handoffS: number;
  /** Prefill and KV transfer of an uncached input, one after the other per prefill engine: per input token. */
  readonly coldPerTokenS: number;
  /** Token interval of the slow GPU over that of the others. */
  readonly slowFactor: number;
}

/** Measurements of a client of the simulated fleet; null: nothing of the kind happened. */
export interface ReplayedRun {
  readonly requestThroughput: number | null;
  readonly medianTtftS: number | null;
  readonly medianTpotS: number | null;
}

/** Arrivals differ from seed to seed; the medians of a few are steady. */
const SEEDS = [1, 2, 3, 4, 5];
/** Placements with so many GPUs hold the slow one: it decodes, as the last engine. */
const GPUS_WITH_SLOW_ONE = 4;
const NEVER_S = 1e9;

/** Replays a run on the simulated fleet, in a closed loop as the client ran it. */
export function replayRun(run: VllmRun, model: FleetModel, cold: boolean): ReplayedRun {
  const results = SEEDS.map((seed) => simulate(run, model, cold, seed));
  return {
    requestThroughput: meanOf(results.map(({ timeS }) => run.requests / timeS)),
    medianTtftS: medianOf(results.flatMap(({ requests }) => measured(requests.ttftS))),
    medianTpotS: medianOf(results.flatMap(({ requests }) => measured(requests.tpotS))),
  };
}

function simulate(run: VllmRun, model: FleetModel, cold: boolean, seed: number): SimulationResults {
  const colocated = isColocated(run);
  const simulation = new Simulation({
    requests: arrivals(run, seed).map((atS) => ({ atS, inputTokens: run.inputTokens, outputTokens: run.outputTokens })),
    engines: colocated ? [{ id: "mixed", role: "decode", profile: profileOf(model, 1) }] : enginesOf(run, model),
    options: {
      concurrency: run.maxConcurrency,
      routing: "round_robin",
      firstTokenFrom: "decode",
      transferQueue: true,
      transferS: 0,
      transferPerTokenS: cold ? model.coldPerTokenS : 0,
      aggregated: colocated,
      sizingDelayS: colocated ? 0 : model.handoffS,
      tokenizationDelayS: 0,
      noiseCv: 0.1,
      estimateError: 0,
      prefillSlots: run.requests,
      timeoutS: NEVER_S,
      seed,
    },
    open: () => IGNORED,
  });
  simulation.run();
  return simulation.results();
}

function enginesOf(run: VllmRun, model: FleetModel): SimulationEngine[] {
  const { prefillEngines, decodeEngines } = run;
  const hasSlow = prefillEngines + decodeEngines === GPUS_WITH_SLOW_ONE;
  const engines: SimulationEngine[] = [];
  for (let i = 0; i < prefillEngines; i++) {
    engines.push({ id: `prefill-${i}`, role: "prefill", profile: profileOf(model, 1) });
  }
  for (let i = 0; i < decodeEngines; i++) {
    const slow = hasSlow && i === decodeEngines - 1;
    engines.push({ id: `decode-${i}`, role: "decode", profile: profileOf(model, slow ? model.slowFactor : 1) });
  }
  return engines;
}

/** Prefill takes no time by itself: warm inputs are cached, and that of cold ones is part of the transfer. */
function profileOf(model: FleetModel, factor: number): EngineProfileInput {
  return {
    ttftA: 0,
    ttftB: 0,
    ttftC: 0,
    tpotIntercept: model.interceptS * factor,
    tpotRequestSlope: model.perRequestS * factor,
    tpotSlope: model.perKvTokenS * factor,
    decodeMinRequests: 1,
    decodeMaxRequests: 64,
    decodeMinKvTokens: 1,
    decodeMaxKvTokens: 10_000_000,
  };
}

/** Poisson arrivals, stretched so that the last one comes at requests / rate, as the benchmark's client does it. */
function arrivals({ requests, requestRate }: VllmRun, seed: number): number[] {
  if (requestRate === Number.POSITIVE_INFINITY) return new Array<number>(requests).fill(0);
  const random = new Random(seed, 1);
  let sum = 0;
  const times = Array.from({ length: requests }, () => {
    sum -= Math.log(1 - random.uniform());
    return sum;
  });
  const stretch = requests / requestRate / sum;
  return times.map((time) => time * stretch);
}

function measured(seconds: Float64Array): number[] {
  return [...seconds].filter((value) => !Number.isNaN(value));
}

const nothing = () => {};
const IGNORED = {
  size: nothing,
  reprice: nothing,
  wait: nothing,
  prefill: nothing,
  firstToken: nothing,
  decode: nothing,
  token: nothing,
  complete: nothing,
  fail: nothing,
  expire: nothing,
  refuse: nothing,
  reject: nothing,
  cancel: nothing,
};
