import { configFromJson, type EngineProfile, type Role } from "narwhal-slo";
import { ReplayRun, type TraceRequest } from "narwhal-slo/replay";
import type { Outcome, Slo } from "./outcome";

/** Engines of each role. */
export interface Split {
  readonly prefill: number;
  readonly decode: number;
}

/** A split with what the simulated fleet makes of it. */
export interface Predicted extends Split {
  readonly predicted: Outcome;
}

/** Seconds from the end of a prefill to its decode engine: a file is written and read. */
const HANDOVER = { transferS: 0.005, transferPerTokenS: 1e-5 };
const DELAYS = { sizingDelayS: 0, tokenizationDelayS: 0.002 };

/** Every split of so many engines. */
export function splitsOf(engines: number): Split[] {
  return Array.from({ length: engines - 1 }, (_, index) => ({ prefill: index + 1, decode: engines - 1 - index }));
}

export function rolesOf({ prefill, decode }: Split): Role[] {
  return [...Array<Role>(prefill).fill("prefill"), ...Array<Role>(decode).fill("decode")];
}

export function nameOf({ prefill, decode }: Split): string {
  return `${prefill}P${decode}D`;
}

/**
 * SLOs between which the splits differ: TTFT and TPOT are the geometric mean of the best and the worst split's
 * 75th percentiles.
 */
export function tellingSlo(engines: number, requests: readonly TraceRequest[], profile: EngineProfile): Slo {
  const loose = splitsOf(engines).map((split) => predict(split, requests, profile, { ttftS: 60, tpotS: 60 }));
  const middle = (seconds: readonly (number | null)[]) => {
    const known = seconds.map((value) => value ?? 60);
    return Number(Math.sqrt(Math.min(...known) * Math.max(...known)).toPrecision(3));
  };
  return { ttftS: middle(loose.map(({ ttft }) => p75(ttft))), tpotS: middle(loose.map(({ tpot }) => p75(tpot))) };
}

/** Replays requests on a simulated fleet of that split, without control. */
export function predict(
  split: Split,
  requests: readonly TraceRequest[],
  profile: EngineProfile,
  { ttftS, tpotS }: Slo,
): Outcome {
  const engines = rolesOf(split).map((role, index) => ({ id: `llama-${index}`, role, profile }));
  const config = configFromJson({ ttft_slo_s: ttftS, tpot_slo_s: tpotS });
  const simulation = { ...HANDOVER, ...DELAYS, requestedOutput: "exact", prefillSlots: 64 } as const;
  const run = new ReplayRun({ config, control: "off", engines, requests, simulation });
  run.run();
  const { requests: ends, attainment, ttft, tpot } = run.report();
  return { completed: ends.completed, ttft, tpot, attainment: attainment.bothRatio };
}

/** Between the median and the 90th percentile. */
function p75({ p50S, p90S }: Outcome["ttft"]): number | null {
  return p50S === null || p90S === null ? null : (p50S + p90S) / 2;
}
