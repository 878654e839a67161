import type { FactsOf, LIMIT, MOVE } from "./fact-kinds";
import type {
  CONFIRMATIONS,
  EVIDENCE,
  FACTS,
  HEADROOM_GAIN,
  HEADROOM_LOADS,
  INPUTS,
  OUTCOME,
  OWN,
  PROJECTION,
  QUEUE,
  RELIEF,
  SPLIT,
  URGENCY,
} from "./fact-table";

export type { DecisionBasis, EligibilityRule, EvidenceGate, HeadroomBasis } from "./vocabulary";

/** One engine that changes its role. */
export type RoleMove = FactsOf<typeof MOVE>;

/** Gate that held or blocked a decision. */
export type Limit = FactsOf<typeof LIMIT>;

/** Inputs of a decision (from step 5 on; semantics, section 13). Demand in engines; ratios of the SLOs. */
export type DecisionInputs = FactsOf<typeof INPUTS>;

/** How the proposed split would do (from step 8 on). Infinity: it cannot; null: not known. */
export type DecisionProjection = FactsOf<typeof SPLIT> & FactsOf<typeof PROJECTION>;

/** The evidence for giving a decode engine to prefill (section 9), of a P + 1 candidate. */
export type DecisionEvidence = FactsOf<typeof EVIDENCE>;

/** Facts of an urgent decision (section 12). */
export type DecisionUrgency = FactsOf<typeof URGENCY> & Pick<DecisionInputs, "queuedPrefillS">;

/** Expectations of an urgent decision for its candidate. */
export type DecisionRelief = FactsOf<typeof RELIEF>;

/** How often the same proposal has won, and how often it has to. */
export type DecisionConfirmations = FactsOf<typeof CONFIRMATIONS>;

/** Loads that the headroom policy saw (docs/policies.md). */
export type DecisionHeadroom = FactsOf<typeof HEADROOM_LOADS>;

/** Basis of the headroom policy, and the spare engines that it compared: now, and in the best split. */
export type DecisionHeadroomGain = FactsOf<typeof HEADROOM_GAIN>;

/** Facts of a decision that needed no model (docs/policies.md). */
export type DecisionQueue = FactsOf<typeof QUEUE>;

/** Facts of a custom policy. */
export type DecisionOwnFacts = FactsOf<typeof OWN>;

/** The facts of a decision, as far as it got. The decision guide has the unit and the meaning of each. */
export type DecisionFacts = Partial<FactsOf<typeof FACTS>>;

/**
 * One decision, with full precision (semantics, sections 10 to 13). `decisionDocument` makes the rounded record of it,
 * `explain` its English.
 */
export interface Decision extends FactsOf<typeof OUTCOME>, DecisionFacts {}

/**
 * Adds fields to a record that is being made. A spread of two objects of so many fields makes V8 look for a layout each
 * time, which takes 30 us.
 */
export function addFacts<Known extends object, More extends object>(known: Known, more: More): Known & More {
  return Object.assign(known, more);
}
