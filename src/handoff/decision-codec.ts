import { MAX_ENGINES } from "../config";
import type {
  Decision,
  DecisionBasis,
  EligibilityRule,
  EvidenceGate,
  HeadroomBasis,
  Limit,
  RoleMove,
} from "../control/decision";
import { type Cause, type DecisionResult, GATES } from "../control/reasons";
import type { RequestId } from "../fleet";
import { type Codec, checked, flag, list, nullable, oneOf, real, record, text } from "./codec";
import { role } from "./fleet-codec";
import { named, tableOf } from "./named-codec";

/** Names of policies and reasons: a policy of one's own has its own. */
export const NAME = /^[a-z][a-z0-9_]{0,63}$/;

const name = checked(text, (value) => NAME.test(value), "a name must be one of lower case letters, digits and _");

/** What can become of a decision. */
export const RESULTS = namesOf<DecisionResult>({
  applied: true,
  held: true,
  blocked: true,
  advisory: true,
  proposed: true,
});

/** The cause of a decision. */
export const cause: Codec<Cause> = name;

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

/** A text that is JSON: what a policy of one's own tells can be of several kinds. */
const scalar: Codec<string | number | boolean | null> = {
  write: (writer, value) => text.write(writer, JSON.stringify(value)),
  read(reader) {
    try {
      return JSON.parse(text.read(reader));
    } catch {
      return reader.refuse("a fact must be JSON");
    }
  },
};

/** How a decision is written: the fields that it came to, with their names. */
export const decision: Codec<Decision> = named<Decision>(
  {
    at: real,
    prefill: real,
    decode: real,
    by: cause,
    reason: name,
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

    headroomBasis: oneOf(
      namesOf<HeadroomBasis>({ model: true, no_model: true, history_short: true, model_refuted: true }),
    ),
    refutedPhase: role,
    prefillSpareEngines: real,
    decodeSpareEngines: real,
    lineRequests: real,
    waitingDecode: real,
    projectedWaitS: realOrNull,
    tokenGapRatio: realOrNull,

    offeredHistoryS: real,
    extrapolatedShare: real,
    prefillLoadEngines: real,
    prefillSpreadEngines: real,
    decodeLoadEngines: real,
    decodeSpreadEngines: real,
    prefillBacklogS: real,
    decodeBacklogEngines: real,
    prefillFit: real,
    decodeFit: real,
    lastMoveS: real,
    headroomCurrent: real,
    headroomBest: real,
    headroomBestPrefill: real,
    policyFacts: tableOf(scalar),
    policyError: text,

    confirmations: real,
    requiredConfirmations: real,
  },
  ["at", "prefill", "decode", "by", "reason", "result", "moves", "limit"],
);

/** All names of a type: one that is forgotten, or is none, does not compile. */
function namesOf<Name extends string>(names: Readonly<Record<Name, true>>): readonly Name[] {
  return Object.keys(names) as Name[];
}
