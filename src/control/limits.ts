import type { Config } from "../config";
import type { DecisionRelief, Limit } from "./decision";
import { type Judged, recoveryNeed } from "./reactive";
import type { Reading } from "./reading";
import type { HeldReason } from "./reasons";

/** What a held decision of the policy was held by, in numbers. */
export interface HeldInputs extends Reading {
  readonly config: Config;
  readonly judged: Judged | null;
  readonly relief: DecisionRelief | null;
}

/** Names a gate with what it saw, what it asks for, and when it can clear at the earliest. */
export function limitOf(
  gate: string,
  value: number | null,
  threshold: number | null,
  clearsInS: number | null = null,
): Limit {
  return { gate, value, threshold, clearsInS };
}

/** The gate that held a decision of the policy. */
export function heldLimit(reason: HeldReason, inputs: HeldInputs): Limit {
  const { judged } = inputs;
  switch (reason) {
    case "insufficient_history":
      return historyLimit(inputs);
    case "recovery_not_ready":
      return recoveryLimit(inputs);
    case "urgent_profiles_missing":
    case "mixed_profiles_missing":
      return limitOf("profiles_complete", inputs.snapshot.profilesComplete ? 1 : 0, 1);
    case "evidence_risk":
    case "evidence_collecting":
      return evidenceLimit(inputs);
    case "evidence_trend":
      return limitOf("evidence_trend", inputs.evidence.trendRatio, 1 + inputs.config.demandRiseTolerance);
    case "urgent_no_improvement":
      return limitOf("urgent_improvement_s", inputs.relief?.projectedTtftImprovementS ?? null, 0);
    default:
      return judged ? candidateLimit(reason, judged) : limitOf(reason, null, null);
  }
}

function historyLimit({ demand, config }: HeldInputs): Limit {
  if (demand.arrivals < config.minArrivals) return limitOf("min_arrivals", demand.arrivals, config.minArrivals);
  return limitOf("demand_floor", demand.prefillEngines + demand.decodeEngines, config.demandFloor);
}

function recoveryLimit({ demand, config, snapshot }: HeldInputs): Limit {
  if (demand.arrivals < config.minArrivals) return limitOf("min_arrivals", demand.arrivals, config.minArrivals);
  const need = recoveryNeed(snapshot);
  if (!(need >= config.expand)) return limitOf("recovery_pressure", need, config.expand);
  return limitOf("profiles_complete", 0, 1);
}

function evidenceLimit({ evidence, config }: HeldInputs): Limit {
  const { evidenceSpanS, evidenceMinArrivals } = config;
  if (evidence.spanS < evidenceSpanS) {
    return limitOf("evidence_span_s", evidence.spanS, evidenceSpanS, evidenceSpanS - evidence.spanS);
  }
  return limitOf("evidence_arrivals", evidence.arrivals, evidenceMinArrivals);
}

function candidateLimit(reason: HeldReason, { candidate, context }: Judged): Limit {
  const { config } = context;
  const { score, sourceRatio } = candidate;
  const improvement = Number.isNaN(candidate.improvement) ? null : candidate.improvement;
  switch (reason) {
    case "floor_decode":
      return limitOf("min_decode", score.decode, config.minDecode);
    case "floor_prefill":
      return limitOf("min_prefill", score.prefill, config.minPrefill);
    case "profile_uncovered":
      return limitOf("profile_coverage", 0, 1);
    case "kv_capacity":
      return limitOf("kv_tokens_per_engine", score.decodeTokensPerEngine, score.decodeKvCapacityTokens);
    case "mixed_no_improvement":
      return limitOf("improvement", improvement, 0);
    case "source_pressure_decode":
    case "source_pressure_prefill":
      return limitOf("source_ratio", sourceRatio, config.shrink);
    case "movement_margin":
      return limitOf("improvement", improvement, config.movementMargin);
    default:
      return limitOf(reason, improvement, config.movementMargin);
  }
}
