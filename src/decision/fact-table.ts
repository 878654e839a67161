import { ROLES } from "../roles";
import type { FactTable } from "./fact-kinds";
import { DECISION_BASES, ELIGIBILITY_RULES, EVIDENCE_GATES, HEADROOM_BASES, RESULTS } from "./vocabulary";

// One line a fact: its kind, its unit ("" for none) and its meaning. The types of a decision, its schema, its codec, the
// guide to decisions and the names of metrics are made from these tables: a new fact is a line here, and what fills it.

/** Facts of every decision. */
export const OUTCOME = {
  at: ["real", "s", "when"],
  prefill: ["count", "engines", "prefill engines of the proposed split"],
  decode: ["count", "engines", "decode engines of the proposed split"],
  by: ["name", "", "what decided: the policy, by its name, or a floor that was short (floor_recovery, decode_floor)"],
  reason: ["name", "", "why, which the decision guide explains; a custom policy has its own"],
  result: [RESULTS, "", "what became of it"],
  moves: ["moves", "", "the moves; empty unless applied or proposed"],
  limit: ["limitOrNull", "", "what held or blocked it; null if nothing did"],
} as const satisfies FactTable;

/** Inputs of a decision (from step 5 on; semantics, section 13). */
export const INPUTS = {
  prefillWork: ["notNegative", "engines", "prefill demand"],
  decodeWork: ["notNegative", "engines", "decode demand; towards prefill the larger one of both horizons"],
  arrivals: ["count", "arrivals", "arrivals of the window"],
  outputObservations: ["count", "completions", "completions of the last four windows"],
  demandComplete: ["flag", "", "whether all that was offered could be priced"],
  observedPrefillRatio: ["notNegative", "ratio", "load of the prefill role; 1 is the limit"],
  observedDecodeRatio: ["notNegative", "ratio", "load of the decode role; 1 is the limit"],
  recoveryPrefillRatio: ["notNegative", "ratio", "the same of prefill with its queue, if that is more"],
  queuedPrefillS: ["notNegative", "s", "prefill work of the queue"],
} as const satisfies FactTable;

/** The split before a decision. One of another split, one that restores a floor and an urgent one has it from the start. */
export const SPLIT = {
  currentPrefill: ["count", "engines", "prefill engines now"],
  currentDecode: ["count", "engines", "decode engines now"],
} as const satisfies FactTable;

/** How the proposed split would do (from step 8 on). Whether a ratio is finite depends on the profiles. */
export const PROJECTION = {
  decisionBasis: [DECISION_BASES, "", "what it rests on: priced demand, measured load, or the queue"],
  eligibilityRule: [ELIGIBILITY_RULES, "", "by which rule the role that gives an engine may"],
  projectedTtftRatio: ["unbounded", "ratio", "TTFT load of the proposed split; 1 is the limit"],
  projectedTpotRatio: ["unbounded", "ratio", "TPOT load of the proposed split; 1 is the limit"],
  objective: ["unbounded", "ratio", "the largest load of the proposed split, its decode queue included"],
  objectiveDelta: ["realOrNull", "ratio", "by how much that is less than now"],
  decodeTokensPerEngine: ["notNegative", "tokens", "resident tokens of a decode engine in the proposed split"],
  decodeSloCapacityTokens: ["realOrNull", "tokens", "resident tokens that keep the TPOT limit"],
  decodeKvCapacityTokens: ["realOrNull", "tokens", "the least KV capacity"],
  decodeRequestLimit: ["realOrNull", "requests", "requests of this size that an engine can hold"],
  decodeRequestsPerEngine: ["notNegative", "requests", "resident requests of a decode engine in the proposed split"],
  pendingDecodeRequests: ["count", "requests", "requests whose decode is still to come"],
  pendingDecodeTokens: ["notNegative", "tokens", "their tokens"],
  decodeProfileCovered: ["flag", "", "whether the profiles cover all of the work"],
  decodeCorrection: ["notNegative", "ratio", "how much longer token intervals are than profiled"],
  decodeCapacitySafe: ["flag", "", "whether the KV tokens have room"],
  roleFloorsSafe: ["flag", "", "whether both roles keep their floors"],
  sourcePressureSafe: ["flag", "", "whether the role that gives an engine can"],
} as const satisfies FactTable;

/** The evidence for giving a decode engine to prefill (section 9), of a P + 1 candidate. */
export const EVIDENCE = {
  evidenceSpanS: ["notNegative", "s", "time for which arrivals are known"],
  evidenceArrivals: ["count", "arrivals", "known arrivals"],
  evidenceRequiredSpanS: ["notNegative", "s", "the span that is needed"],
  evidenceRequiredArrivals: ["count", "arrivals", "the arrivals that are needed"],
  evidenceMaxSpanS: ["notNegative", "s", "the span that is enough, however few the arrivals"],
  evidenceClosed: ["flag", "", "whether there is enough of it"],
  riskKind: ["textOrNull", "", "the newest risk event; null before one"],
  riskAgeS: ["realOrNull", "s", "its age"],
  evidenceShortDecodeEngines: ["notNegative", "engines", "decode demand of the required span"],
  evidenceLongDecodeEngines: ["notNegative", "engines", "decode demand of the window"],
  evidenceTrendRatio: ["realOrNull", "ratio", "the first by the second; null if the second is 0"],
  evidenceEnvelopeDecodeEngines: ["notNegative", "engines", "the larger of both"],
  evidenceBlockedGate: [EVIDENCE_GATES, "", "what keeps engines in decode"],
} as const satisfies FactTable;

/** Facts of an urgent decision (section 12). It has `queuedPrefillS` from the start. */
export const URGENCY = {
  projectedTtftS: ["notNegative", "s", "projected TTFT of the worst waiting request"],
  ttftSloS: ["notNegative", "s", "the TTFT limit"],
  triggerProjectedTtftRatio: ["notNegative", "ratio", "the first by the second"],
  triggerId: ["requestIdOrNull", "", "the worst waiting request's id"],
  initialProjectedTtftS: ["notNegative", "s", "the highest projection that armed the event"],
  urgentSignals: ["count", "requests", "requests that armed it"],
  eventToEvaluationS: ["real", "s", "time since it was armed"],
  waitingPrefill: ["count", "requests", "requests that wait for prefill"],
  residentPrefillS: ["notNegative", "s", "prefill work on the available prefill engines"],
} as const satisfies FactTable;

/** Expectations of an urgent decision for its candidate. */
export const RELIEF = {
  candidateProjectedTtftS: ["notNegative", "s", "the worst that this request would have with one more prefill engine"],
  candidateProjectedTtftRatio: ["notNegative", "ratio", "the same, in units of the limit"],
  projectedTtftImprovementS: ["real", "s", "by how much that is sooner"],
} as const satisfies FactTable;

/** Loads that the headroom policy saw (docs/policies.md). */
export const HEADROOM_LOADS = {
  offeredHistoryS: ["notNegative", "s", "whole seconds that are known of offered work"],
  extrapolatedShare: ["notNegative", "ratio", "share of the work that is priced beyond what the profiles cover"],
  prefillLoadEngines: ["notNegative", "engines", "offered prefill work, and its backlog"],
  prefillSpreadEngines: ["notNegative", "engines", "standard deviation of offered prefill work"],
  decodeLoadEngines: ["notNegative", "engines", "offered decode work, and its backlog"],
  decodeSpreadEngines: ["notNegative", "engines", "standard deviation of offered decode work"],
  prefillBacklogS: ["notNegative", "s", "prefill work that is here and not done"],
  decodeBacklogEngines: ["notNegative", "engines", "what the requests take that wait for room"],
  prefillFit: ["notNegative", "ratio", "how much longer prefills take than profiled, as measured"],
  decodeFit: ["notNegative", "ratio", "how much longer token intervals are than profiled, as measured"],
  lastMoveS: ["notNegative", "s", "what the host took for its last move; 0 before one"],
} as const satisfies FactTable;

/** Facts of a decision that needed no model (docs/policies.md). */
export const QUEUE = {
  lineRequests: ["count", "requests", "requests that wait for prefill"],
  waitingDecode: ["count", "requests", "requests that wait for decode"],
  projectedWaitS: ["realOrNull", "s", "how old the last of the line will be when it is served; null: not known"],
  tokenGapRatio: ["realOrNull", "ratio", "mean token gap of decode; 1 is the limit; null: there was none"],
} as const satisfies FactTable;

/** Splits that the headroom policy compared. */
export const HEADROOM_GAIN = {
  headroomBasis: [HEADROOM_BASES, "", "what the headroom policy decided by: its model, or queues, and why"],
  refutedPhase: [ROLES, "", "the phase whose limit is missed while the model says that it has room"],
  prefillSpareEngines: ["real", "engines", "engines of prefill beyond its load, now; below 0: short of"],
  decodeSpareEngines: ["real", "engines", "engines of decode beyond its load, now; below 0: short of"],
  headroomCurrent: ["real", "", "spare engines of the tighter phase now, in standard deviations of its load"],
  headroomBest: ["real", "", "the same of the best split"],
  headroomBestPrefill: ["count", "engines", "prefill engines of the best split"],
} as const satisfies FactTable;

/** Facts of a custom policy. */
export const OWN = {
  policyFacts: ["scalars", "", "facts of a custom policy"],
  policyError: ["text", "", "why the policy's decision was rejected"],
} as const satisfies FactTable;

/** How often the same proposal has won, and how often it has to. */
export const CONFIRMATIONS = {
  confirmations: ["count", "steps", "steps in a row that proposed this"],
  requiredConfirmations: ["count", "steps", "steps in a row that have to"],
} as const satisfies FactTable;

/** The facts that a decision has as far as it came. */
export const FACTS = {
  ...INPUTS,
  ...SPLIT,
  ...PROJECTION,
  ...EVIDENCE,
  ...URGENCY,
  ...RELIEF,
  ...HEADROOM_LOADS,
  ...HEADROOM_GAIN,
  ...QUEUE,
  ...OWN,
  ...CONFIRMATIONS,
};
