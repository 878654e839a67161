// The names in a decision besides its reason and its gate, which stand in reasons.ts.

/** The form of the names of policies and of their reasons. */
export const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Results of a decision that wants a move which no gate stops; `proposed` waits for the host. */
export const MOVE_RESULTS = ["applied", "proposed", "advisory"] as const;

/** Results of a decision, those that acted first. */
export const RESULTS = [...MOVE_RESULTS, "blocked", "held"] as const;

/** Result of a decision; `proposed` waits for the host (`applyMoves: "host"`). */
export type DecisionResult = (typeof RESULTS)[number];

/** The recoveries of a floor, and the reason of each. */
export const FLOOR_REASONS = {
  floor_recovery: "restore_prefill_floor",
  decode_floor: "restore_decode_floor",
} as const;

/** Bases of the reactive policy's decisions: priced demand, measured load, or the queue. */
export const DECISION_BASES = [
  "demand_projection",
  "prefill_pressure_recovery",
  "decode_pressure_recovery",
  "projected_ttft_recovery",
] as const;

/** Basis of a decision of the reactive policy. */
export type DecisionBasis = (typeof DECISION_BASES)[number];

/** By which rule of the reactive policy the role that gives an engine may. */
export const ELIGIBILITY_RULES = ["mixed_pressure", "source_shrink", "projected_ttft_recovery"] as const;

/** By which rule of the reactive policy the role that gives an engine may. */
export type EligibilityRule = (typeof ELIGIBILITY_RULES)[number];

/** Gates that can keep engines in decode; only `none` lets one go. */
export const EVIDENCE_GATES = ["risk", "evidence", "trend", "none"] as const;

/** Gate that keeps engines in decode. */
export type EvidenceGate = (typeof EVIDENCE_GATES)[number];

/** Bases of the headroom policy: its model, or queues, and why these. */
export const HEADROOM_BASES = ["model", "no_model", "history_short", "model_refuted"] as const;

/** Basis of a decision of the headroom policy: its model, or queues, and why these. */
export type HeadroomBasis = (typeof HEADROOM_BASES)[number];
