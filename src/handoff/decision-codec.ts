import { MAX_ENGINES } from "../config";
import type { Decision, DecisionBasis, EligibilityRule, EvidenceGate, Limit, RoleMove } from "../control/decision";
import { type Cause, type DecisionResult, GATES, REASONS } from "../control/reasons";
import type { RequestId } from "../fleet";
import { type Codec, flag, list, nullable, oneOf, real, record, text } from "./codec";
import { role } from "./fleet-codec";
import { named } from "./named-codec";

/** What can decide. */
export const CAUSES = namesOf<Cause>({ reactive: true, floor_recovery: true, decode_floor: true });

/** What can become of a decision. */
export const RESULTS = namesOf<DecisionResult>({
  applied: true,
  held: true,
  blocked: true,
  advisory: true,
  proposed: true,
});

/** The cause of a decision. */
export const cause: Codec<Cause> = oneOf(CAUSES);

/** A move of an engine. */
export const roleMove = record<RoleMove>({ engine: text, from: role, to: role });

const limit = record<Limit>({
  gate: oneOf(GATES),
  value: nullable(real),
  threshold: nullable(real),
  clearsInS: nullable(real),
});

const realOrNull = nullable(real);

/** A request's name: whether it is a number, and the name. */
const requestId: Codec<RequestId> = {
  write(writer, id) {
    flag.write(writer, typeof id === "number");
    if (typeof id === "number") real.write(writer, id);
    else text.write(writer, id);
  },
  read: (reader) => (flag.read(reader) ? real.read(reader) : text.read(reader)),
};

/** How a decision is written: the fields that it came to, with their names. */
export const decision: Codec<Decision> = named<Decision>(
  {
    at: real,
    prefill: real,
    decode: real,
    by: cause,
    reason: oneOf(REASONS),
    result: oneOf(RESULTS),
    moves: list(roleMove, MAX_ENGINES),
    limit: nullable(limit),

    prefillWork: real,
    decodeWork: real,
    arrivals: real,
    outputObservations: real,
    demandComplete: flag,
    observedPrefillRatio: real,
    observedDecodeRatio: real,
    recoveryPrefillRatio: real,
    queuedPrefillS: real,

    currentPrefill: real,
    currentDecode: real,
    decisionBasis: oneOf(
      namesOf<DecisionBasis>({
        demand_projection: true,
        prefill_pressure_recovery: true,
        decode_pressure_recovery: true,
        projected_ttft_recovery: true,
      }),
    ),
    eligibilityRule: oneOf(
      namesOf<EligibilityRule>({ mixed_pressure: true, source_shrink: true, projected_ttft_recovery: true }),
    ),
    projectedTtftRatio: real,
    projectedTpotRatio: real,
    objective: real,
    objectiveDelta: realOrNull,
    decodeTokensPerEngine: real,
    decodeSloCapacityTokens: realOrNull,
    decodeKvCapacityTokens: realOrNull,
    decodeRequestLimit: realOrNull,
    decodeRequestsPerEngine: real,
    pendingDecodeRequests: real,
    pendingDecodeTokens: real,
    decodeProfileCovered: flag,
    decodeCorrection: real,
    decodeCapacitySafe: flag,
    roleFloorsSafe: flag,
    sourcePressureSafe: flag,

    evidenceSpanS: real,
    evidenceArrivals: real,
    evidenceRequiredSpanS: real,
    evidenceRequiredArrivals: real,
    evidenceMaxSpanS: real,
    evidenceClosed: flag,
    riskKind: nullable(text),
    riskAgeS: realOrNull,
    evidenceShortDecodeEngines: real,
    evidenceLongDecodeEngines: real,
    evidenceTrendRatio: realOrNull,
    evidenceEnvelopeDecodeEngines: real,
    evidenceBlockedGate: oneOf(namesOf<EvidenceGate>({ risk: true, evidence: true, trend: true, none: true })),

    projectedTtftS: real,
    ttftSloS: real,
    triggerProjectedTtftRatio: real,
    triggerId: nullable(requestId),
    initialProjectedTtftS: real,
    urgentSignals: real,
    eventToEvaluationS: real,
    waitingPrefill: real,
    residentPrefillS: real,

    candidateProjectedTtftS: real,
    candidateProjectedTtftRatio: real,
    projectedTtftImprovementS: real,

    confirmations: real,
    requiredConfirmations: real,
  },
  ["at", "prefill", "decode", "by", "reason", "result", "moves", "limit"],
);

/** All names of a type: one that is forgotten, or is none, does not compile. */
function namesOf<Name extends string>(names: Readonly<Record<Name, true>>): readonly Name[] {
  return Object.keys(names) as Name[];
}
