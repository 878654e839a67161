import { numberOrNull } from "../check";
import type { Config } from "../config";
import type { DecisionRelief, Limit } from "../decision/decision";
import type { CandidateReason, EarlyReason, Gate } from "../decision/reasons";
import type { Reading } from "../scoring/reading";
import { type Hold, type Judged, recoveryNeed } from "./reactive";

/** Inputs of a decision of the policy. */
export interface HeldInputs extends Reading {
  readonly config: Config;
  /** On the urgent path; else null. */
  readonly relief: DecisionRelief | null;
}

/**
 * Names a gate with what it saw, what it compares that with, and in how many seconds it can clear at the earliest.
 *
 * @param clearsInS null when that is not a matter of time
 */
export function limitOf(
  gate: Gate,
  value: number | null,
  threshold: number | null,
  clearsInS: number | null = null,
): Limit {
  return { gate, value, threshold, clearsInS };
}

/** The gate that held a decision of the policy. */
export function heldLimit(hold: Hold, inputs: HeldInputs): Limit {
  return hold.judged === null
    ? earlyLimit(hold.reason, inputs)
    : candidateLimit(hold.reason, hold.judged, inputs.relief);
}

function earlyLimit(reason: EarlyReason, { demand, config, snapshot }: HeldInputs): Limit {
  if (reason === "urgent_profiles_missing") return limitOf("profiles_complete", 0, 1);
  if (demand.arrivals < config.minArrivals) return limitOf("min_arrivals", demand.arrivals, config.minArrivals);
  if (reason === "insufficient_history") {
    return limitOf("demand_floor", demand.prefillDemand + demand.decodeDemand, config.demandFloor);
  }
  const need = recoveryNeed(snapshot);
  if (!(need >= config.expand)) return limitOf("recovery_pressure", need, config.expand);
  return limitOf("profiles_complete", 0, 1);
}

function candidateLimit(reason: CandidateReason, judged: Judged, relief: DecisionRelief | null): Limit {
  const { candidate, context } = judged;
  const { config, evidence } = context;
  switch (reason) {
    case "floor_decode":
    case "floor_prefill":
      return floorLimit(judged);
    case "evidence_risk":
    case "evidence_collecting":
      return evidenceLimit(judged);
    case "evidence_trend":
      return limitOf("evidence_trend", evidence.trendRatio, 1 + config.demandRiseTolerance);
    case "mixed_profiles_missing":
      return limitOf("profiles_complete", 0, 1);
    case "urgent_no_improvement":
      return limitOf("urgent_improvement_s", relief?.projectedTtftImprovementS ?? null, 0);
    case "profile_uncovered":
      return limitOf("profile_coverage", 0, 1);
    case "kv_capacity": {
      const { decodeTokensPerEngine, decodeKvCapacityTokens } = candidate.score;
      return limitOf("kv_tokens_per_engine", decodeTokensPerEngine, decodeKvCapacityTokens);
    }
    case "source_pressure_decode":
    case "source_pressure_prefill":
      return limitOf("source_ratio", candidate.sourceRatio, config.shrink);
    case "movement_margin":
      return improvementLimit(judged, config.movementMargin);
    case "mixed_no_improvement":
    case "no_candidate":
      // A mixed one that is no better; or the current split, which a margin of 0 lets pass.
      return candidate.mixed ? improvementLimit(judged, 0) : limitOf("candidates", 0, 1);
  }
}

/** The floor that the split breaks: that of the role that gives an engine, or one that was broken before. */
function floorLimit({ candidate, context }: Judged): Limit {
  const { prefill, decode } = candidate.score;
  const { minPrefill, minDecode } = context.config;
  const breaksPrefill = prefill < minPrefill;
  const givesDecode = candidate.toPrefill && decode < minDecode;
  return breaksPrefill && !givesDecode
    ? limitOf("min_prefill", prefill, minPrefill)
    : limitOf("min_decode", decode, minDecode);
}

function evidenceLimit({ context: { evidence, config } }: Judged): Limit {
  const { spanS, arrivals, riskAgeS } = evidence;
  const { evidenceSpanS, evidenceMinArrivals, evidenceMaxSpanS } = config;
  // Arrivals may come at any moment: only a span is a matter of time.
  if (spanS >= evidenceSpanS) return limitOf("evidence_arrivals", arrivals, evidenceMinArrivals);
  const riskLeftS = evidenceMaxSpanS - (riskAgeS ?? 0);
  return limitOf("evidence_span_s", spanS, evidenceSpanS, Math.min(evidenceSpanS - spanS, riskLeftS));
}

function improvementLimit({ candidate: { improvement } }: Judged, threshold: number): Limit {
  return limitOf("improvement", numberOrNull(improvement), threshold);
}
