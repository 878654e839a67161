import type { Role } from "../fleet";
import type { Cause, DecisionResult, Gate, Reason } from "./reasons";

/** One engine that changes its role. */
export interface RoleMove {
  readonly engine: string;
  readonly from: Role;
  readonly to: Role;
}

/** What held or blocked a decision. */
export interface Limit {
  /** The gate, which the decision guide explains. */
  readonly gate: Gate;
  /** What it saw; null where that has no number (Infinity less Infinity). */
  readonly value: number | null;
  /** What it compares that with. */
  readonly threshold: number | null;
  /** Seconds until it can clear at the earliest; null when that is not a matter of time. */
  readonly clearsInS: number | null;
}

/** What a decision knew (from step 5 on; semantics, section 13). Demand in engines; ratios of the limits. */
export interface DecisionInputs {
  readonly prefillWork: number;
  readonly decodeWork: number;
  readonly arrivals: number;
  readonly outputObservations: number;
  readonly demandComplete: boolean;
  readonly observedPrefillRatio: number;
  readonly observedDecodeRatio: number;
  readonly recoveryPrefillRatio: number;
  readonly queuedPrefillS: number;
}

/** How the proposed split would do (from step 8 on). Infinity: it cannot; null: not known. */
export interface DecisionProjection {
  /** The split before the decision. What is of another split, restores a floor or is urgent has it from the start. */
  readonly currentPrefill: number;
  readonly currentDecode: number;
  readonly decisionBasis: DecisionBasis;
  readonly eligibilityRule: EligibilityRule;
  readonly projectedTtftRatio: number;
  readonly projectedTpotRatio: number;
  readonly objective: number;
  /** The current objective less this one; null if neither is finite. */
  readonly objectiveDelta: number | null;
  readonly decodeTokensPerEngine: number;
  readonly decodeSloCapacityTokens: number | null;
  readonly decodeKvCapacityTokens: number | null;
  readonly decodeRequestLimit: number | null;
  readonly decodeRequestsPerEngine: number;
  readonly pendingDecodeRequests: number;
  readonly pendingDecodeTokens: number;
  readonly decodeProfileCovered: boolean;
  readonly decodeCorrection: number;
  readonly decodeCapacitySafe: boolean;
  readonly roleFloorsSafe: boolean;
  readonly sourcePressureSafe: boolean;
}

/** The evidence for giving a decode engine to prefill (section 9), of a P + 1 candidate. */
export interface DecisionEvidence {
  readonly evidenceSpanS: number;
  readonly evidenceArrivals: number;
  readonly evidenceRequiredSpanS: number;
  readonly evidenceRequiredArrivals: number;
  readonly evidenceMaxSpanS: number;
  readonly evidenceClosed: boolean;
  readonly riskKind: string | null;
  readonly riskAgeS: number | null;
  readonly evidenceShortDecodeEngines: number;
  readonly evidenceLongDecodeEngines: number;
  readonly evidenceTrendRatio: number | null;
  readonly evidenceEnvelopeDecodeEngines: number;
  readonly evidenceBlockedGate: EvidenceGate;
}

/** What an urgent decision saw (section 12). */
export interface DecisionUrgency {
  readonly projectedTtftS: number;
  readonly ttftSloS: number;
  readonly triggerProjectedTtftRatio: number;
  /** The worst request of the queue. */
  readonly triggerId: string | number | null;
  readonly initialProjectedTtftS: number;
  readonly urgentSignals: number;
  readonly eventToEvaluationS: number;
  readonly waitingPrefill: number;
  readonly residentPrefillS: number;
  readonly queuedPrefillS: number;
}

/** What an urgent decision expects of its candidate. */
export interface DecisionRelief {
  readonly candidateProjectedTtftS: number;
  readonly candidateProjectedTtftRatio: number;
  readonly projectedTtftImprovementS: number;
}

/** How often the same proposal has won, and how often it has to. */
export interface DecisionConfirmations {
  readonly confirmations: number;
  readonly requiredConfirmations: number;
}

/** What the headroom policy saw (docs/policies.md). */
export interface DecisionHeadroom {
  /** Whole seconds that are known of offered work, 60 at most. */
  readonly offeredHistoryS: number;
  /** Share of the work that is priced beyond what the profiles were measured for. */
  readonly extrapolatedShare: number;
  /** Load of each phase with its backlog, and the standard deviation of its offered work, in engines. */
  readonly prefillLoadEngines: number;
  readonly prefillSpreadEngines: number;
  readonly decodeLoadEngines: number;
  readonly decodeSpreadEngines: number;
  readonly prefillBacklogS: number;
  readonly decodeBacklogEngines: number;
  /** How much longer work takes than the profiles say, by the live models. */
  readonly prefillFit: number;
  readonly decodeFit: number;
  /** What the host took for its last move; 0 before one. */
  readonly lastMoveS: number;
}

/** What a decision saw that needed no model (docs/policies.md). */
export interface DecisionQueue {
  /** Requests that wait for prefill, and for decode. */
  readonly lineRequests: number;
  readonly waitingDecode: number;
  /** How old the line will be at its end, by the first tokens of the last seconds; null: not known. */
  readonly projectedWaitS: number | null;
  /** Mean token gap of decode, in units of the TPOT SLO; null: there was none. */
  readonly tokenGapRatio: number | null;
}

/** What a decision of the headroom policy rests on: its model, or the queue rule and why. */
export type HeadroomBasis = "model" | "no_model" | "history_short" | "model_refuted";

/** Spare engines of the tighter phase, in standard deviations of its load: now, and in the best split. */
export interface DecisionHeadroomGain {
  readonly headroomBasis: HeadroomBasis;
  /** The phase whose SLO is missed while the model says that it has room. */
  readonly refutedPhase: Role;
  /** Engines that each phase of the present split has more than its load; below 0: short of. */
  readonly prefillSpareEngines: number;
  readonly decodeSpareEngines: number;
  readonly headroomCurrent: number;
  readonly headroomBest: number;
  /** Prefill engines of that split. */
  readonly headroomBestPrefill: number;
}

/** What a policy of one's own tells. */
export interface DecisionOwnFacts {
  readonly policyFacts: Readonly<Record<string, number | string | boolean | null>>;
  /** What a policy threw, or why its decision is none. */
  readonly policyError: string;
}

export type EvidenceGate = "risk" | "evidence" | "trend" | "none";
export type DecisionBasis =
  | "demand_projection"
  | "prefill_pressure_recovery"
  | "decode_pressure_recovery"
  | "projected_ttft_recovery";
export type EligibilityRule = "mixed_pressure" | "source_shrink" | "projected_ttft_recovery";

/** The facts of a decision, as far as it got. */
export type DecisionFacts = Partial<
  DecisionInputs &
    DecisionProjection &
    DecisionEvidence &
    DecisionUrgency &
    DecisionRelief &
    DecisionConfirmations &
    DecisionHeadroom &
    DecisionHeadroomGain &
    DecisionQueue &
    DecisionOwnFacts
>;

/**
 * One decision, with full precision (semantics, sections 10 to 13). `decisionDocument` makes the rounded record of it,
 * `explain` its English.
 */
export interface Decision extends DecisionFacts {
  /** When, in seconds. */
  readonly at: number;
  /** The proposed split. */
  readonly prefill: number;
  readonly decode: number;
  readonly by: Cause;
  readonly reason: Reason;
  readonly result: DecisionResult;
  /** Empty unless applied or proposed. */
  readonly moves: readonly RoleMove[];
  /** What held or blocked it; null if nothing did. */
  readonly limit: Limit | null;
}

/**
 * Adds fields to a record that is being made. A spread of two objects of so many fields makes V8 look for a layout each
 * time, which takes 30 us.
 */
export function addFacts<Known extends object, More extends object>(known: Known, more: More): Known & More {
  return Object.assign(known, more);
}
