import type { Config } from "../config";
import type { CandidateReason } from "../decision/reasons";
import type { EvidenceReading } from "../scoring/evidence";
import type { SplitScore } from "../scoring/scores";

/** Conditions of the gates for a proposed split (semantics, section 10, step 7). */
export interface Candidate {
  readonly score: SplitScore;
  /** Ratio of the role that gives an engine, after the move; 0 of the current split. */
  readonly sourceRatio: number;
  /** The current objective less this one; NaN if neither is finite. */
  readonly improvement: number;
  readonly toPrefill: boolean;
  readonly kvSafe: boolean;
  readonly covered: boolean;
  readonly floorsSafe: boolean;
  readonly evidenceAllowed: boolean;
  readonly sourceSafe: boolean;
  /** Both roles are under pressure: the source is over its limit, and prefill in need. */
  readonly mixed: boolean;
}

/** Inputs that all candidates of a decision share. */
export interface CandidateContext {
  readonly config: Config;
  readonly current: SplitScore;
  readonly evidence: EvidenceReading;
  readonly recoveryPrefillRatio: number;
  readonly profilesComplete: boolean;
  /** On the urgent path a source over its limit is mixed, whatever the prefill pressure. */
  readonly urgent: boolean;
}

/** Judges a split, the current one too: with no candidate it stands in for them. */
export function judge(score: SplitScore, context: CandidateContext): Candidate {
  const { config, current, evidence } = context;
  const toPrefill = score.prefill > current.prefill;
  const stays = score.prefill === current.prefill;
  const sourceRatio = stays ? 0 : toPrefill ? Math.max(score.tpotRatio, score.decodeQueueRatio) : score.ttftRatio;
  const { decodeKvCapacityTokens: kvCapacity, decodeTokensPerEngine: kvTokens } = score;
  const sourceSafe = sourceRatio <= config.shrink;
  const engines = score.prefill + score.decode;
  return {
    score,
    sourceRatio,
    improvement: stays ? 0 : current.objective - score.objective,
    toPrefill,
    kvSafe: !toPrefill || kvCapacity === null || kvTokens <= kvCapacity,
    covered: score.decodeProfileCovered,
    floorsSafe: stays || (config.minPrefill <= score.prefill && score.prefill <= engines - config.minDecode),
    evidenceAllowed: !toPrefill || evidence.blockedGate === "none",
    sourceSafe,
    mixed: toPrefill && !sourceSafe && (context.urgent || context.recoveryPrefillRatio >= config.expand),
  };
}

/** Whether the gates that both paths ask let a candidate through: memory, profiles, floors and evidence. */
export function isSafe({ kvSafe, covered, floorsSafe, evidenceAllowed }: Candidate): boolean {
  return kvSafe && covered && floorsSafe && evidenceAllowed;
}

/** Whether every gate lets a candidate of the ordinary path through. */
export function admitted(candidate: Candidate, context: CandidateContext): boolean {
  const { sourceSafe, mixed, improvement } = candidate;
  if (!isSafe(candidate) || !(sourceSafe || mixed)) return false;
  if (!(improvement >= context.config.movementMargin)) return false;
  return !mixed || (improvement > 0 && context.profilesComplete);
}

/**
 * The one with the least (objective, prefill engines).
 *
 * @param candidates fewest prefill engines first
 */
export function best(candidates: readonly Candidate[]): Candidate | null {
  let found: Candidate | null = null;
  for (const candidate of candidates) {
    if (found === null || candidate.score.objective < found.score.objective) found = candidate;
  }
  return found;
}

/**
 * Why a candidate was not admitted: the first gate that applies (section 10, step 8).
 *
 * @param urgentImproves on the urgent path, whether every donor would bring the projected TTFT down; else null
 */
export function heldReason(
  candidate: Candidate,
  context: CandidateContext,
  urgentImproves: boolean | null = null,
): CandidateReason {
  const urgent = urgentImproves !== null;
  if (!candidate.floorsSafe) return candidate.toPrefill ? "floor_decode" : "floor_prefill";
  if (!candidate.evidenceAllowed) return EVIDENCE_REASONS[context.evidence.blockedGate];
  if (candidate.mixed && !context.profilesComplete) return "mixed_profiles_missing";
  if (urgentImproves === false) return "urgent_no_improvement";
  if (!candidate.covered) return "profile_uncovered";
  if (!candidate.kvSafe) return "kv_capacity";
  // With every gate above open, an urgent one that gains would have been admitted.
  if (urgent && candidate.mixed) return "mixed_no_improvement";
  if (!candidate.sourceSafe && !candidate.mixed) {
    return candidate.toPrefill ? "source_pressure_decode" : "source_pressure_prefill";
  }
  return candidate.improvement >= context.config.movementMargin ? "no_candidate" : "movement_margin";
}

const EVIDENCE_REASONS = {
  risk: "evidence_risk",
  evidence: "evidence_collecting",
  trend: "evidence_trend",
  none: "no_candidate",
} as const;
