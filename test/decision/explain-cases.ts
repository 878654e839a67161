import type { Decision, Limit } from "../../src/decision/decision";
import { type Gate, type KnownReason, REASONS } from "../../src/decision/reasons";
import { decisionOf } from "./decisions";

/** From 2 prefill and 3 decode engines to 3 and 2. */
const PROPOSAL = {
  at: 100,
  prefill: 3,
  decode: 2,
  currentPrefill: 2,
  currentDecode: 3,
  by: "reactive",
  moves: [],
} as const;

/** The same, for 131.4% to 87.26% of the limit. */
const TO_PREFILL = { ...PROPOSAL, objective: 0.8726, objectiveDelta: 0.4414 } as const;

/** The other way: to 1 and 4. */
const TO_DECODE = { ...TO_PREFILL, prefill: 1, decode: 4 } as const;

/** A decision that came to no candidate. */
const EARLY = { at: 100, prefill: 2, decode: 3, by: "reactive", moves: [] } as const;

/** What the headroom policy knew. */
const LOADS = {
  at: 100,
  prefill: 2,
  decode: 3,
  currentPrefill: 2,
  currentDecode: 3,
  by: "headroom",
  moves: [],
  prefillLoadEngines: 1.5,
  prefillSpreadEngines: 0.4,
  decodeLoadEngines: 0.65,
  decodeSpreadEngines: 0.2,
  headroomCurrent: 1.25,
  headroomBest: 1.25,
  headroomBestPrefill: 2,
} as const;

/** The same, where 4 prefill engines would be better. */
const TO_FOUR = {
  ...LOADS,
  prefill: 4,
  decode: 1,
  prefillLoadEngines: 2.2,
  headroomCurrent: -0.5,
  headroomBest: 1.75,
  headroomBestPrefill: 4,
};

/** The headroom policy does not believe its model. */
const REFUTED = {
  by: "headroom",
  headroomBasis: "model_refuted",
  refutedPhase: "prefill",
  prefillSpareEngines: 0.75,
  decodeSpareEngines: 2,
  prefillFit: 1.5,
  decodeFit: 1,
} as const;

const TWO_MOVES = ["gpu-3", "gpu-4"].map((engine) => ({ engine, from: "decode", to: "prefill" }) as const);

const URGENT = {
  projectedTtftS: 1.4,
  ttftSloS: 1,
  triggerProjectedTtftRatio: 1.4,
  triggerId: "req-17",
  initialProjectedTtftS: 1.2,
  urgentSignals: 2,
  eventToEvaluationS: 0.1,
  waitingPrefill: 3,
  residentPrefillS: 0,
  queuedPrefillS: 2,
} as const;

function limit(gate: Gate, value: number | null, threshold: number | null, clearsInS: number | null = null): Limit {
  return { gate, value, threshold, clearsInS };
}

/** Every reason code, as a decision of it. */
const CASES: Readonly<Record<KnownReason, readonly [decision: Partial<Decision>, text: string][]>> = {
  improved: [
    [
      { ...TO_PREFILL, result: "applied", moves: [{ engine: "gpu-7", from: "decode", to: "prefill" }] },
      "Moved engine gpu-7 from decode to prefill: 2 prefill and 3 decode engines became 3 and 2. The prefill role " +
        "needs the engine more than the decode role. The busier role is expected to go from 131% to 87.3% of its limit.",
    ],
    [
      { ...TO_DECODE, result: "proposed", moves: [{ engine: "gpu-1", from: "prefill", to: "decode" }] },
      "Asked the host to move engine gpu-1 from prefill to decode: 2 prefill and 3 decode engines would become 1 and 4. " +
        "The decode role needs the engine more than the prefill role. The busier role is expected to go from 131% to " +
        "87.3% of its limit.",
    ],
    [
      { ...TO_DECODE, result: "advisory", limit: limit("advisory", 1, 0) },
      "In advisory mode, did not move one prefill engine to decode: 2 prefill and 3 decode engines would become 1 and 4. " +
        "The decode role needs the engine more than the prefill role. The busier role would go from 131% to 87.3% of " +
        "its limit.",
    ],
    [
      {
        ...TO_DECODE,
        result: "applied",
        moves: [{ engine: "a", from: "prefill", to: "decode" }],
        objectiveDelta: Infinity,
      },
      "Moved engine a from prefill to decode: 2 prefill and 3 decode engines became 1 and 4. The decode role needs the " +
        "engine more than the prefill role. The busier role is expected to go to 87.3% of its limit.",
    ],
    [
      {
        ...TO_PREFILL,
        ...URGENT,
        result: "applied",
        moves: [{ engine: "gpu-7", from: "decode", to: "prefill" }],
        candidateProjectedTtftS: 0.9,
      },
      "Urgent: moved engine gpu-7 from decode to prefill: 2 prefill and 3 decode engines became 3 and 2. The prefill " +
        "role needs the engine more than the decode role. Waiting request req-17 has a projected TTFT of 1.4 s, and " +
        "0.9 s with one more prefill engine; the limit is 1 s.",
    ],
    [
      { ...TO_FOUR, result: "applied", moves: TWO_MOVES },
      "Moved engines gpu-3 and gpu-4 from decode to prefill: 2 prefill and 3 decode engines became 4 and 1. The prefill " +
        "role needs the engines more than the decode role. Prefill, the tighter role, was short by 0.2 engines; in the " +
        "best split that would be decode, with 0.35 engines to spare.",
    ],
    [
      {
        ...TO_FOUR,
        prefill: 3,
        decode: 2,
        result: "applied",
        moves: TWO_MOVES.slice(1),
        limit: limit("dwell", 3, 30, 27),
      },
      "Moved engine gpu-4 from decode to prefill: 2 prefill and 3 decode engines became 3 and 2. The prefill role needs " +
        "1 engine more, which dwell does not let go; that can clear in 27 s at the earliest. Prefill, the tighter role, " +
        "was short by 0.2 engines; in the best split that would be decode, with 0.35 engines to spare.",
    ],
    [
      { ...TO_FOUR, result: "advisory", limit: limit("advisory", 1, 0) },
      "In advisory mode, did not move 2 decode engines to prefill: 2 prefill and 3 decode engines would become 4 and 1. " +
        "The prefill role needs the engines more than the decode role. Prefill, the tighter role, is short by 0.2 " +
        "engines; in the best split that would be decode, with 0.35 engines to spare.",
    ],
    [
      { ...PROPOSAL, by: "mine", result: "applied", moves: TWO_MOVES.slice(1), limit: limit("dwell", 3, 30, 27) },
      "Moved engine gpu-4 from decode to prefill: 2 prefill and 3 decode engines became 3 and 2. The prefill role needs " +
        "more engines, which dwell does not let go; that can clear in 27 s at the earliest.",
    ],
  ],
  policy_error: [
    [
      { ...EARLY, by: "mine", policyError: "", limit: limit("policy", null, null) },
      "Kept 2 prefill and 3 decode engines. The policy failed, and so nothing moves.",
    ],
    [
      {
        ...EARLY,
        by: "mine",
        policyError: "prefill 9 is not another split of 5 engines",
        limit: limit("policy", null, null),
      },
      "Kept 2 prefill and 3 decode engines. The policy failed, and so nothing moves: prefill 9 is not another split of 5 " +
        "engines.",
    ],
  ],
  queues_short: [
    [
      { ...EARLY, by: "queue", limit: limit("line_requests", 1.5, 2) },
      "Kept 2 prefill and 3 decode engines. No queue calls for a move: 1.5 requests wait for each prefill engine, and " +
        "above 2 prefill needs one more.",
    ],
    [
      { ...EARLY, by: "headroom", headroomBasis: "no_model", limit: limit("line_requests", 1.5, 2) },
      "Kept 2 prefill and 3 decode engines. No queue calls for a move: 1.5 requests wait for each prefill engine, and " +
        "above 2 prefill needs one more. Queues decide, since the engines have no profile and have shown too little.",
    ],
    [
      { ...EARLY, by: "headroom", headroomBasis: "history_short", limit: limit("line_requests", 0, 2) },
      "Kept 2 prefill and 3 decode engines. No queue calls for a move: 0 requests wait for each prefill engine, and " +
        "above 2 prefill needs one more. Queues decide, since less than 5 s of what is offered is known.",
    ],
    [
      { ...EARLY, ...REFUTED, limit: limit("line_requests", 0, 2) },
      "Kept 2 prefill and 3 decode engines. No queue calls for a move: 0 requests wait for each prefill engine, and " +
        "above 2 prefill needs one more. Queues decide, since prefill misses its SLO where the model says that it has " +
        "0.75 engines to spare; it now counts 1.5 times what the profile says.",
    ],
    [
      {
        ...EARLY,
        ...REFUTED,
        refutedPhase: "decode",
        decodeSpareEngines: 1.25,
        decodeFit: 1,
        limit: limit("line_requests", 0, 2),
      },
      "Kept 2 prefill and 3 decode engines. No queue calls for a move: 0 requests wait for each prefill engine, and " +
        "above 2 prefill needs one more. Queues decide, since decode misses its SLO where the model says that it has " +
        "1.25 engines to spare; it now counts 1 times what the profile says.",
    ],
  ],
  headroom_ample: [
    [
      { ...LOADS, prefillLoadEngines: 0.7, headroomCurrent: 3.25, limit: limit("headroom", 3.25, 3) },
      "Kept 2 prefill and 3 decode engines. Both roles have engines to spare: the tighter one 3.25 standard deviations " +
        "of its load, and 3 are enough. Prefill, the tighter role, has 1.3 engines to spare.",
    ],
  ],
  headroom_best: [
    [
      {
        ...LOADS,
        headroomCurrent: -0.5,
        prefillSpareEngines: -0.07,
        decodeSpareEngines: 1,
        limit: limit("headroom_gain", 0, 1),
      },
      "Kept 2 prefill and 3 decode engines. No other split leaves the tighter role more to spare. Prefill, the tighter " +
        "role, is short by 0.07 engines.",
    ],
    [
      { ...LOADS, prefillSpareEngines: 2, decodeSpareEngines: 0.5, limit: limit("headroom_gain", 0, 1) },
      "Kept 2 prefill and 3 decode engines. No other split leaves the tighter role more to spare. Decode, the tighter " +
        "role, has 0.5 engines to spare.",
    ],
    [
      { ...LOADS, limit: limit("headroom_gain", 0, 1) },
      "Kept 2 prefill and 3 decode engines. No other split leaves the tighter role more to spare. Prefill, the tighter " +
        "role, has 0.5 engines to spare.",
    ],
  ],
  headroom_gain_small: [
    [
      { ...TO_FOUR, prefillLoadEngines: 1.5, headroomCurrent: 1.25, limit: limit("headroom_gain", 0.5, 1) },
      "Did not move 2 decode engines to prefill: 2 prefill and 3 decode engines would become 4 and 1. The move would " +
        "gain 0.5 in headroom, and it has to gain more than 1. Prefill, the tighter " +
        "role, has 0.5 engines to spare; in the best split that would be decode, with 0.35 engines to spare.",
    ],
  ],
  restore_decode_floor: [
    [
      {
        ...EARLY,
        prefill: 1,
        decode: 2,
        currentPrefill: 2,
        currentDecode: 1,
        by: "decode_floor",
        result: "applied",
        moves: [{ engine: "a", from: "prefill", to: "decode" }],
      },
      "Moved engine a from prefill to decode: 2 prefill and 1 decode engine became 1 and 2. The decode role had fewer " +
        "available engines than must stay.",
    ],
  ],
  restore_prefill_floor: [
    [
      { ...PROPOSAL, by: "floor_recovery", result: "advisory", limit: limit("advisory", 1, 0) },
      "In advisory mode, did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. " +
        "The prefill role had fewer available engines than must stay.",
    ],
  ],
  fleet_unavailable: [
    [
      { ...EARLY, limit: limit("engines_unavailable", 1, 0) },
      "Kept 2 prefill and 3 decode engines. 1 engine is unavailable, and roles stay until all are back.",
    ],
    [
      {
        ...EARLY,
        ...URGENT,
        prefill: 3,
        decode: 2,
        currentPrefill: 2,
        currentDecode: 3,
        limit: limit("engines_unavailable", 2, 0),
      },
      "Urgent: did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. 2 engines " +
        "are unavailable, and roles stay until all are back. Waiting request req-17 has a projected TTFT of 1.4 s; the " +
        "limit is 1 s.",
    ],
  ],
  insufficient_history: [
    [
      { ...EARLY, limit: limit("min_arrivals", 1, 10) },
      "Kept 2 prefill and 3 decode engines. 1 request arrived in the window, and a decision needs 10.",
    ],
    [
      { ...EARLY, limit: limit("demand_floor", 0.123456, 0.5) },
      "Kept 2 prefill and 3 decode engines. The demand is 0.123 engines, and below 0.5 nothing is decided.",
    ],
  ],
  recovery_not_ready: [
    [
      { ...EARLY, limit: limit("min_arrivals", 3, 10) },
      "Kept 2 prefill and 3 decode engines. Not all demand can be priced, so only measured load may decide, and 3 " +
        "requests arrived in the window where a decision needs 10.",
    ],
    [
      { ...EARLY, limit: limit("recovery_pressure", 0.62, 1) },
      "Kept 2 prefill and 3 decode engines. Not all demand can be priced, so only measured load may decide, and the " +
        "higher one is 62% of its limit where 100% is needed.",
    ],
    [
      { ...EARLY, limit: limit("profiles_complete", 0, 1) },
      "Kept 2 prefill and 3 decode engines. Not all demand can be priced, so only measured load may decide, and not " +
        "every engine has a profile that covers the waiting requests.",
    ],
  ],
  floor_decode: [
    [
      { ...TO_PREFILL, limit: limit("min_decode", 2, 3) },
      "Did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. That would leave " +
        "2 decode engines, and at least 3 must stay. The busier role would go from 131% to 87.3% of its limit.",
    ],
    [
      { ...PROPOSAL, limit: limit("min_prefill", 3, 4) },
      "Did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. That would leave " +
        "3 prefill engines, and at least 4 must stay.",
    ],
  ],
  floor_prefill: [
    [
      { ...TO_DECODE, limit: limit("min_prefill", 1, 2) },
      "Did not move one prefill engine to decode: 2 prefill and 3 decode engines would become 1 and 4. That would leave " +
        "1 prefill engine, and at least 2 must stay. The busier role would go from 131% to 87.3% of its limit.",
    ],
    [
      { ...TO_DECODE, limit: limit("min_decode", 4, 5) },
      "Did not move one prefill engine to decode: 2 prefill and 3 decode engines would become 1 and 4. That would leave " +
        "4 decode engines, and at least 5 must stay. The busier role would go from 131% to 87.3% of its limit.",
    ],
  ],
  evidence_risk: [
    [
      {
        ...TO_PREFILL,
        riskKind: "first_token_timeout",
        riskAgeS: 12.3456,
        limit: limit("evidence_span_s", 10, 60, 50),
      },
      "Did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. A request timed " +
        "out before its first token 12.3 s ago; since then 10 s of arrivals have been seen, and decode gives no engine " +
        "before 60 s; that can clear in 50 s at the earliest. The busier role would go from 131% to 87.3% of its limit.",
    ],
    [
      {
        ...TO_PREFILL,
        riskKind: "p_to_d_recovery",
        riskAgeS: 70,
        evidenceMaxSpanS: 120,
        limit: limit("evidence_arrivals", 1, 10),
      },
      "Did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. An engine was " +
        "moved to decode 70 s ago; since then 1 arrival has been seen, and decode gives no engine before 10, or 120 s " +
        "of them. The busier role would go from 131% to 87.3% of its limit.",
    ],
    [
      { ...TO_PREFILL, riskKind: "disk_full", riskAgeS: 1, limit: limit("evidence_span_s", 0, 60, 60) },
      "Did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. The risk event " +
        "disk_full came 1 s ago; since then 0 s of arrivals have been seen, and decode gives no engine before 60 s; that " +
        "can clear in 60 s at the earliest. The busier role would go from 131% to 87.3% of its limit.",
    ],
  ],
  evidence_collecting: [
    [
      { ...TO_PREFILL, limit: limit("evidence_span_s", 59.99, 60, 0.01) },
      "Did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. 59.99 s of " +
        "arrivals have been seen, and decode gives no engine before 60 s; that can clear in 0.01 s at the earliest. The " +
        "busier role would go from 131% to 87.3% of its limit.",
    ],
    [
      { ...TO_PREFILL, evidenceMaxSpanS: 120, limit: limit("evidence_arrivals", 4, 10) },
      "Did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. 4 arrivals have " +
        "been seen, and decode gives no engine before 10, or 120 s of them. The busier role would go from 131% to 87.3% " +
        "of its limit.",
    ],
  ],
  evidence_trend: [
    [
      { ...TO_PREFILL, evidenceRequiredSpanS: 60, limit: limit("evidence_trend", 1.4, 1.25) },
      "Did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. Decode demand is " +
        "rising: over the last 60 s it is 1.4 times that of the whole window, and above 1.25 times decode gives no " +
        "engine. The busier role would go from 131% to 87.3% of its limit.",
    ],
    [
      { ...TO_PREFILL, limit: limit("evidence_trend", null, 1.25) },
      "Did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. Decode demand has " +
        "only begun to rise, and meanwhile decode gives no engine. The busier role would go from 131% to 87.3% of its limit.",
    ],
  ],
  mixed_profiles_missing: [
    [
      { ...TO_PREFILL, objective: Infinity, objectiveDelta: -Infinity, limit: limit("profiles_complete", 0, 1) },
      "Did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. Both roles are " +
        "under pressure, and not every engine has a profile that covers the waiting requests, so what a move does is " +
        "not known.",
    ],
  ],
  urgent_profiles_missing: [
    [
      { ...PROPOSAL, ...URGENT, triggerId: null, limit: limit("profiles_complete", 0, 1) },
      "Urgent: did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. Not every " +
        "engine has a profile that covers the waiting requests, so what a move does is not known. A waiting request has " +
        "a projected TTFT of 1.4 s; the limit is 1 s.",
    ],
  ],
  urgent_no_improvement: [
    [
      {
        ...TO_PREFILL,
        ...URGENT,
        triggerId: 17,
        candidateProjectedTtftS: 1.4,
        limit: limit("urgent_improvement_s", 0, 0),
      },
      "Urgent: did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. One more " +
        "prefill engine would not bring the first token any earlier. Waiting request 17 has a projected TTFT of 1.4 s, " +
        "and 1.4 s with one more prefill engine; the limit is 1 s.",
    ],
  ],
  profile_uncovered: [
    [
      { ...TO_PREFILL, objective: Infinity, objectiveDelta: null, limit: limit("profile_coverage", 0, 1) },
      "Did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. An engine has no " +
        "profile, or some work lies outside what the profiles were measured for.",
    ],
  ],
  kv_capacity: [
    [
      { ...TO_PREFILL, limit: limit("kv_tokens_per_engine", 1234567.8, 1_200_000) },
      "Did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. Each decode engine " +
        "would have to hold 1,234,568 KV tokens, and there is room for 1,200,000. The busier role would go from 131% to " +
        "87.3% of its limit.",
    ],
  ],
  mixed_no_improvement: [
    [
      { ...TO_PREFILL, ...URGENT, candidateProjectedTtftS: 0.0123456, limit: limit("improvement", null, 0) },
      "Urgent: did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. Decode is " +
        "under pressure as well, and the move would not relieve the busier role. Waiting request req-17 has a projected " +
        "TTFT of 1.4 s, and 0.0123 s with one more prefill engine; the limit is 1 s.",
    ],
  ],
  source_pressure_decode: [
    [
      { ...TO_PREFILL, limit: limit("source_ratio", 0.50004, 0.5) },
      "Did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. Decode would then " +
        "be at 50.004% of its limit, and a role gives an engine only up to 50%. The busier role would go from 131% to " +
        "87.3% of its limit.",
    ],
  ],
  source_pressure_prefill: [
    [
      { ...TO_DECODE, limit: limit("source_ratio", 12.5, 0.5) },
      "Did not move one prefill engine to decode: 2 prefill and 3 decode engines would become 1 and 4. Prefill would then " +
        "be at 1,250% of its limit, and a role gives an engine only up to 50%. The busier role would go from 131% to " +
        "87.3% of its limit.",
    ],
  ],
  movement_margin: [
    [
      { ...TO_DECODE, objective: 0.8, objectiveDelta: 0.02, limit: limit("improvement", 0.02, 0.05) },
      "Did not move one prefill engine to decode: 2 prefill and 3 decode engines would become 1 and 4. The move would " +
        "gain 2% of the limit, and it has to gain 5%. The busier role would go from 82% to 80% of its limit.",
    ],
    [
      { ...TO_DECODE, objective: 0.8, objectiveDelta: 0, limit: limit("improvement", 0, 0.05) },
      "Did not move one prefill engine to decode: 2 prefill and 3 decode engines would become 1 and 4. The move would " +
        "gain 0% of the limit, and it has to gain 5%. The busier role would stay at 80% of its limit.",
    ],
    [
      { ...TO_DECODE, objective: 0.8, objectiveDelta: -0.3, limit: limit("improvement", -0.3, 0.05) },
      "Did not move one prefill engine to decode: 2 prefill and 3 decode engines would become 1 and 4. The move would " +
        "lose 30% of the limit, and it has to gain 5%. The busier role would go from 50% to 80% of its limit.",
    ],
    [
      { ...TO_DECODE, objective: Infinity, objectiveDelta: null, limit: limit("improvement", null, 0.05) },
      "Did not move one prefill engine to decode: 2 prefill and 3 decode engines would become 1 and 4. What the move " +
        "would gain cannot be computed; it has to be 5%.",
    ],
    [
      { ...TO_DECODE, prefill: 2, decode: 3, objectiveDelta: 0, limit: limit("improvement", 0, 0.05) },
      "Kept 2 prefill and 3 decode engines. There is no other split to try. The busier role is at 87.3% of its limit.",
    ],
  ],
  no_candidate: [
    [
      { ...TO_DECODE, prefill: 2, decode: 3, objectiveDelta: 0, limit: limit("candidates", 0, 1) },
      "Kept 2 prefill and 3 decode engines. There is no other split to try. The busier role is at 87.3% of its limit.",
    ],
    [
      { ...TO_PREFILL, objective: 2, objectiveDelta: 0, limit: limit("improvement", 0, 0) },
      "Did not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. The move would not " +
        "relieve the busier role. The busier role would stay at 200% of its limit.",
    ],
  ],
  confirming: [
    [
      { ...TO_DECODE, limit: limit("confirmations", 1, 3, 10) },
      "Did not move one prefill engine to decode: 2 prefill and 3 decode engines would become 1 and 4. The move was the " +
        "best choice 1 time in a row, and has to be 3 times; that can clear in 10 s at the earliest. The busier role " +
        "would go from 131% to 87.3% of its limit.",
    ],
  ],
  move_pending: [
    [
      { ...EARLY, limit: limit("move_pending", 1, 0) },
      "Kept 2 prefill and 3 decode engines. The host has not said yet whether it made the move that was proposed before.",
    ],
  ],
  cooldown: [
    [
      { ...TO_DECODE, result: "blocked", limit: limit("cooldown", 9.999612, 10, 0.000388) },
      "Could not move one prefill engine to decode: 2 prefill and 3 decode engines would become 1 and 4. Only 9.9996 s " +
        "have passed since the last move to decode, or the start, and 10 s must; that can clear in 0.000388 s at the " +
        "earliest. The busier role would go from 131% to 87.3% of its limit.",
    ],
  ],
  last_live_engine: [
    [
      {
        ...EARLY,
        prefill: 0,
        decode: 2,
        currentPrefill: 1,
        currentDecode: 1,
        by: "decode_floor",
        result: "blocked",
        limit: limit("last_live_engine", 1, 2),
      },
      "Could not move one prefill engine to decode: 1 prefill and 1 decode engine would become 0 and 2. Only one prefill " +
        "engine is available, and it stays.",
    ],
    [
      {
        ...EARLY,
        prefill: 0,
        decode: 2,
        currentPrefill: 0,
        currentDecode: 2,
        by: "decode_floor",
        result: "blocked",
        limit: limit("last_live_engine", 0, 2),
      },
      "Could not move one prefill engine to decode: there are 0 prefill and 2 decode engines. No prefill engine is available.",
    ],
  ],
  live_floor_prefill: [
    [
      { ...TO_DECODE, result: "blocked", limit: limit("live_floor_prefill", 1, 2) },
      "Could not move one prefill engine to decode: 2 prefill and 3 decode engines would become 1 and 4. That would leave " +
        "1 available prefill engine, and at least 2 must stay. The busier role would go from 131% to 87.3% of its limit.",
    ],
  ],
  live_floor_decode: [
    [
      { ...TO_PREFILL, result: "blocked", limit: limit("live_floor_decode", 2, 3) },
      "Could not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. That would leave " +
        "2 available decode engines, and at least 3 must stay. The busier role would go from 131% to 87.3% of its limit.",
    ],
  ],
  pinned: [
    [
      { ...TO_PREFILL, result: "blocked", limit: limit("pinned", 0, 1) },
      "Could not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. Every available " +
        "decode engine is pinned to its role. The busier role would go from 131% to 87.3% of its limit.",
    ],
  ],
  dwell: [
    [
      { ...TO_PREFILL, result: "blocked", limit: limit("dwell", 12, 30, 18) },
      "Could not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. Every engine " +
        "that could move stays 30 s in a role, and the longest has been there for 12 s; that can clear in 18 s at the " +
        "earliest. The busier role would go from 131% to 87.3% of its limit.",
    ],
  ],
  resident_guard: [
    [
      { ...TO_PREFILL, result: "blocked", limit: limit("resident_guard", 12, 8) },
      "Could not move one decode engine to prefill: 2 prefill and 3 decode engines would become 3 and 2. The engine that " +
        "would move still has 12 decode requests, and above 8 it stays. The busier role would go from 131% to 87.3% of " +
        "its limit.",
    ],
  ],
};

/** Each case with a name. */
export const cases = REASONS.flatMap((reason) =>
  CASES[reason].map(([fields, text], index) => {
    const decision = decisionOf({ ...fields, reason });
    return { name: `${reason}, ${index + 1}`, decision, text };
  }),
);
