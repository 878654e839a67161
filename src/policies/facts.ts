import type { Demand } from "../accounting/demand";
import { numberOrNull } from "../check";
import { addFacts, type DecisionFacts, type DecisionInputs, type DecisionProjection } from "../decision/decision";
import { evidenceFacts } from "../scoring/evidence";
import { recoveryRatio, type ScoringInputs } from "../scoring/scoring-inputs";
import type { Candidate, CandidateContext } from "./candidates";

/** Facts of a decision, as the fields of a record. `demand` is that under the profiles that exist. */
export function inputFacts(snapshot: ScoringInputs, demand: Demand): DecisionInputs {
  return {
    prefillWork: demand.prefillDemand,
    decodeWork: demand.decodeDemand,
    arrivals: demand.arrivals,
    outputObservations: demand.outputObservations,
    demandComplete: demand.complete,
    observedPrefillRatio: snapshot.prefillPressure,
    observedDecodeRatio: snapshot.decodePressure,
    recoveryPrefillRatio: recoveryRatio(snapshot),
    queuedPrefillS: snapshot.queuedPrefillS,
  };
}

/** How a candidate would do, as the fields of a record. */
export function projectionFacts(
  candidate: Candidate,
  { current, urgent }: CandidateContext,
  demand: Demand,
): DecisionProjection {
  const { score, improvement, mixed } = candidate;
  const recoveryBasis = candidate.toPrefill ? "prefill_pressure_recovery" : "decode_pressure_recovery";
  return {
    currentPrefill: current.prefill,
    currentDecode: current.decode,
    decisionBasis: urgent ? "projected_ttft_recovery" : demand.complete ? "demand_projection" : recoveryBasis,
    eligibilityRule: urgent ? "projected_ttft_recovery" : mixed ? "mixed_pressure" : "source_shrink",
    projectedTtftRatio: score.ttftRatio,
    projectedTpotRatio: score.tpotRatio,
    objective: score.objective,
    objectiveDelta: numberOrNull(improvement),
    decodeTokensPerEngine: score.decodeTokensPerEngine,
    decodeSloCapacityTokens: score.decodeSloCapacityTokens,
    decodeKvCapacityTokens: score.decodeKvCapacityTokens,
    decodeRequestLimit: score.decodeRequestLimit,
    decodeRequestsPerEngine: score.decodeRequestsPerEngine,
    pendingDecodeRequests: score.pendingDecodeRequests,
    pendingDecodeTokens: score.pendingDecodeTokens,
    decodeProfileCovered: score.decodeProfileCovered,
    decodeCorrection: score.decodeCorrection,
    decodeCapacitySafe: candidate.kvSafe,
    roleFloorsSafe: candidate.floorsSafe,
    sourcePressureSafe: candidate.sourceSafe || mixed,
  };
}

/** Facts of a candidate: how it would do, and the evidence for it, if it gives an engine to prefill. */
export function candidateFacts(candidate: Candidate, context: CandidateContext, demand: Demand): DecisionFacts {
  const projected = projectionFacts(candidate, context, demand);
  if (!candidate.toPrefill) return projected;
  const { evidence, config } = context;
  return addFacts(addFacts(projected, { decodeWork: evidence.envelopeDecodeEngines }), evidenceFacts(evidence, config));
}
