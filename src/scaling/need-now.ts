import type { Demand } from "../accounting/demand";
import { HEADROOM } from "../policies/headroom";
import type { PolicyView } from "../policies/policy";
import { isRefuted } from "../policies/refutation";
import { ROLES } from "../roles";
import type { FleetNeed, PhaseNeed } from "./fleet-headroom";

/** Why the desired fleet is unknown. */
export type DesiredGap = "history_short" | "no_model" | "model_refuted" | "demand_incomplete";

/** Inputs of the desired fleet. */
export interface DesiredInputs {
  readonly view: PolicyView;
  /** The demand of the window: priced when it is asked for. */
  readonly demand: () => Demand;
  /** Since when the pool has counted, in seconds of the pool. */
  readonly startedS: number;
  readonly decodingRequests: number;
  /** Whether requests are in the pool, or arrived within the window. */
  readonly active: boolean;
}

/** Seconds in which a backlog is to be gone: an engine that is started for it serves no sooner. */
const DRAIN_S = 60;

/** The second moment of work that varies as an exponential one, by its squared mean. */
const SECOND_MOMENT = 2;

/** Why the load is unknown; null where it is known. */
export function gapOf({ view, demand, startedS }: DesiredInputs): DesiredGap | null {
  const { offered, config, nowS } = view;
  if (ROLES.some((role) => isRefuted(view, role))) return "model_refuted";
  if (offered) return offered.historyS < Math.min(config.evidenceSpanS, LONGEST_HISTORY_S) ? "history_short" : null;
  const { gaps, complete } = demand();
  if (gaps.includes("no_profiles")) return "no_model";
  if (!complete) return "demand_incomplete";
  return nowS - startedS < config.evidenceSpanS ? "history_short" : null;
}

/** Offered work is kept for so long. */
const LONGEST_HISTORY_S = 60;

/** Load and spread of each role now: offered work second by second where it is kept, else the demand of the window. */
export function needOf({ view, demand, startedS, decodingRequests }: DesiredInputs): FleetNeed {
  const { offered, backlog, config, nowS } = view;
  const waiting = { prefill: backlog.prefillS / DRAIN_S, decode: backlog.decodeDemand };
  if (offered) {
    const { prefill, decode } = offered;
    return {
      prefill: needed(prefill.mean + waiting.prefill, prefill.deviation),
      decode: needed(decode.mean + waiting.decode, decode.deviation),
    };
  }
  const spanS = Math.min(config.windowS, nowS - startedS);
  const { prefillDemand, decodeDemand, arrivals } = demand();
  const prefillWorkS = (prefillDemand * spanS) / Math.max(1, arrivals);
  const decodeShare = decodeDemand / Math.max(1, decodingRequests);
  return {
    prefill: needed(prefillDemand + waiting.prefill, poissonSpread(prefillDemand, prefillWorkS)),
    decode: needed(decodeDemand + waiting.decode, poissonSpread(decodeDemand, decodeShare)),
  };
}

/** The deviation of a load that arrives at random, each arrival with so much of it. */
function poissonSpread(load: number, each: number): number {
  return Math.sqrt(SECOND_MOMENT * load * each);
}

function needed(load: number, spread: number): PhaseNeed {
  return { load, spread: Math.max(spread, HEADROOM.leastSpread) };
}
