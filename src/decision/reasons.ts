export type { DecisionResult } from "./vocabulary";

/** The policy that decided, by its name, or one of the two recoveries of a floor. */
export type Cause = string;

/** Why a decision moved, or would have: the policy's wish, or a floor that was short. */
export const MOVE_REASONS = ["improved", "restore_decode_floor", "restore_prefill_floor"] as const;

/** Why a decision held, whatever the policy (semantics, section 10; docs/policies.md). */
export const COMMON_HELD_REASONS = ["fleet_unavailable", "move_pending", "confirming", "policy_error"] as const;

/** Why the reactive policy held (semantics, sections 10 and 12). */
export const REACTIVE_REASONS = [
  "insufficient_history",
  "recovery_not_ready",
  "floor_decode",
  "floor_prefill",
  "evidence_risk",
  "evidence_collecting",
  "evidence_trend",
  "mixed_profiles_missing",
  "urgent_profiles_missing",
  "urgent_no_improvement",
  "profile_uncovered",
  "kv_capacity",
  "mixed_no_improvement",
  "source_pressure_decode",
  "source_pressure_prefill",
  "movement_margin",
  "no_candidate",
] as const;

/** Why the queue policy held (docs/policies.md). */
export const QUEUE_REASONS = ["no_candidate", "queues_short"] as const;

/** Why the headroom policy held (docs/policies.md): without a model it decides as the queue policy does. */
export const HEADROOM_REASONS = [
  ...QUEUE_REASONS,
  "headroom_ample",
  "headroom_best",
  "headroom_gain_small",
  "kv_capacity",
] as const;

/** Why a decision of a built-in policy held. */
export const HELD_REASONS = [
  ...new Set([...COMMON_HELD_REASONS, ...REACTIVE_REASONS, ...HEADROOM_REASONS, ...QUEUE_REASONS]),
];

/** Why a move was blocked (semantics, section 11). */
export const BLOCKED_REASONS = [
  "cooldown",
  "last_live_engine",
  "live_floor_prefill",
  "live_floor_decode",
  "pinned",
  "dwell",
  "resident_guard",
] as const;

/** All reason codes of this package; a custom policy declares its own. */
export const REASONS: readonly KnownReason[] = [...MOVE_REASONS, ...HELD_REASONS, ...BLOCKED_REASONS];

/** Why a move was not made: the gate that blocked it, advisory mode, or what the host said. */
export const REFUSAL_REASONS = [...BLOCKED_REASONS, "advisory", "move_failed"] as const;

export type MoveReason = (typeof MOVE_REASONS)[number];
export type HeldReason = (typeof HELD_REASONS)[number];
export type BlockedReason = (typeof BLOCKED_REASONS)[number];

/** A reason of this package. */
export type KnownReason = MoveReason | HeldReason | BlockedReason;

/** Why a decision is as it is: a `KnownReason`, or one that a custom policy has declared. */
export type Reason = string;

/** Gates that can hold or block a decision. Each compares a value with a threshold; docs/decisions.md explains it. */
export const GATES = [
  "min_arrivals",
  "demand_floor",
  "recovery_pressure",
  "profiles_complete",
  "engines_unavailable",
  "min_prefill",
  "min_decode",
  "evidence_span_s",
  "evidence_arrivals",
  "evidence_trend",
  "urgent_improvement_s",
  "profile_coverage",
  "kv_tokens_per_engine",
  "source_ratio",
  "improvement",
  "candidates",
  "confirmations",
  "move_pending",
  "line_requests",
  "headroom",
  "headroom_gain",
  "policy",
  "cooldown",
  "last_live_engine",
  "live_floor_prefill",
  "live_floor_decode",
  "pinned",
  "dwell",
  "resident_guard",
  "advisory",
] as const;

/** Gate that held or blocked a decision. */
export type Gate = (typeof GATES)[number];

/** Why a decision of the reactive policy held before it looked at candidates (section 10, step 5, and section 12). */
export type EarlyReason = "insufficient_history" | "recovery_not_ready" | "urgent_profiles_missing";

/** Why one held that looked at candidates (section 10, step 8, and section 12). */
export type CandidateReason = Exclude<(typeof REACTIVE_REASONS)[number], EarlyReason>;
