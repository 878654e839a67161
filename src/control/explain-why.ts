import type { Limit } from "./decision";
import type { DecisionDocument } from "./decision-document";
import {
  type Amount,
  apart,
  counted,
  movedEngines,
  percent,
  plain,
  seconds,
  sourceOf,
  targetOf,
} from "./explain-words";
import type { KnownReason } from "./reasons";

/** Why a decision moved, or what stood in its way, as one sentence. */
export function why(record: DecisionDocument): string {
  const { clears_in_s: clearsInS = null } = record.limit ?? {};
  const clears = clearsInS === null ? "" : `; that can clear in ${seconds(clearsInS)} at the earliest`;
  // A policy may have codes of its own, and a journal those of a later version.
  const known = WHY[record.reason as KnownReason] as Why | undefined;
  const reason = known ?? ((): string => `The reason is ${record.reason}`);
  return `${capital(reason(record))}${clears}.`;
}

type Why = (record: DecisionDocument) => string;

const UNPRICED = "Not all demand can be priced, so only measured load may decide,";
const UNCOVERED = "not every engine has a profile that covers the waiting requests";

const WHY: Readonly<Record<KnownReason, Why>> = {
  improved: (record) =>
    stoppedAt(record) ??
    `The ${targetOf(record)} role needs the ${movedEngines(record) === 1 ? "engine" : "engines"} more than the ${sourceOf(record)} role`,
  restore_decode_floor: () => "The decode role had fewer available engines than must stay",
  restore_prefill_floor: () => "The prefill role had fewer available engines than must stay",

  fleet_unavailable: ({ limit }) => {
    const { value } = valuesOf(limit);
    return `${counted(value, "engine")} ${value === 1 ? "is" : "are"} unavailable, and roles stay until all are back`;
  },
  policy_error: ({ policy_error }) =>
    `The policy failed, and so nothing moves${policy_error ? `: ${policy_error}` : ""}`,
  queues_short: ({ limit }) => {
    const { value, threshold } = valuesOf(limit);
    const [waiting, most] = apart(value, threshold, plain);
    return `No queue calls for a move: ${waiting} requests wait for each prefill engine, and above ${most} prefill needs one more`;
  },
  headroom_ample: ({ limit }) => {
    const { value, threshold } = valuesOf(limit);
    const [spare, enough] = apart(value, threshold, plain);
    return `Both roles have engines to spare: the tighter one ${spare} standard deviations of its load, and ${enough} are enough`;
  },
  headroom_best: () => "No other split leaves the tighter role more to spare",
  headroom_gain_small: ({ limit }) => {
    const { value, threshold } = valuesOf(limit);
    const [gain, needed] = apart(value, threshold, plain);
    return `The move would gain the tighter role ${gain} standard deviations of its load, and it has to gain more than ${needed}`;
  },
  move_pending: () => "The host has not said yet whether it made the move that was proposed before",
  insufficient_history: ({ limit }) => {
    const { value, threshold } = valuesOf(limit);
    if (limit?.gate === "min_arrivals") return `${arrivals(value)}, and a decision needs ${plain(threshold)}`;
    const [demand, floor] = apart(value, threshold, plain);
    return `The demand is ${demand} engines, and below ${floor} nothing is decided`;
  },
  recovery_not_ready: ({ limit }) => {
    const { value, threshold } = valuesOf(limit);
    if (limit?.gate === "min_arrivals") {
      return `${UNPRICED} and ${arrivals(value)} where a decision needs ${plain(threshold)}`;
    }
    if (limit?.gate === "profiles_complete") return `${UNPRICED} and ${UNCOVERED}`;
    const [load, needed] = apart(value, threshold, percent);
    return `${UNPRICED} and the higher one is ${load} of its limit where ${needed} is needed`;
  },

  floor_prefill: ({ limit }) => wouldLeave(limit, limit?.gate === "min_decode" ? "decode" : "prefill"),
  floor_decode: ({ limit }) => wouldLeave(limit, limit?.gate === "min_prefill" ? "prefill" : "decode"),
  evidence_risk: (record) => `${riskOf(record)}; since then ${evidenceOf(record)}`,
  evidence_collecting: (record) => evidenceOf(record),
  evidence_trend: ({ limit, evidence_required_span_s = null }) => {
    const { value, threshold } = valuesOf(limit);
    if (value === null) return "Decode demand has only begun to rise, and meanwhile decode gives no engine";
    const [rise, most] = apart(value, threshold, plain);
    const recent = `over the last ${seconds(evidence_required_span_s)} it is ${rise} times that of the whole window`;
    return `Decode demand is rising: ${recent}, and above ${most} times decode gives no engine`;
  },
  mixed_profiles_missing: () => `Both roles are under pressure, and ${UNCOVERED}, so what a move does is not known`,
  urgent_profiles_missing: () => `${UNCOVERED}, so what a move does is not known`,
  urgent_no_improvement: () => "One more prefill engine would not bring the first token any earlier",
  profile_uncovered: () => "An engine has no profile, or some work lies outside what the profiles were measured for",
  kv_capacity: ({ limit }) => {
    const { value, threshold } = valuesOf(limit);
    const [tokens, room] = apart(value, threshold, plain);
    return `Each decode engine would have to hold ${tokens} KV tokens, and there is room for ${room}`;
  },
  mixed_no_improvement: () => "Decode is under pressure as well, and the move would not relieve the busier role",
  source_pressure_decode: ({ limit }) => wouldBeAt(limit, "Decode"),
  source_pressure_prefill: ({ limit }) => wouldBeAt(limit, "Prefill"),
  movement_margin: (record) => {
    const { value, threshold } = valuesOf(record.limit);
    if (record.prefill === record.current_prefill) return NO_OTHER_SPLIT;
    if (value === null) return `What the move would gain cannot be computed; it has to be ${percent(threshold)}`;
    const [change, margin] = apart(Math.abs(value), threshold, percent);
    return `The move would ${value < 0 ? "lose" : "gain"} ${change} of the limit, and it has to gain ${margin}`;
  },
  no_candidate: ({ limit }) =>
    limit?.gate === "improvement" ? "The move would not relieve the busier role" : NO_OTHER_SPLIT,
  confirming: ({ limit }) => {
    const { value, threshold } = valuesOf(limit);
    return `The move was the best choice ${counted(value, "time")} in a row, and has to be ${plain(threshold)} times`;
  },

  cooldown: ({ limit }) => {
    const { value, threshold } = valuesOf(limit);
    const [elapsed, cooldown] = apart(value, threshold, seconds);
    return `Only ${elapsed} have passed since the last move to decode, or the start, and ${cooldown} must`;
  },
  last_live_engine: (record) => {
    const { value } = valuesOf(record.limit);
    const source = sourceOf(record);
    return value === 0 ? `No ${source} engine is available` : `Only one ${source} engine is available, and it stays`;
  },
  live_floor_prefill: ({ limit }) => wouldLeave(limit, "available prefill"),
  live_floor_decode: ({ limit }) => wouldLeave(limit, "available decode"),
  pinned: (record) => `Every available ${sourceOf(record)} engine is pinned to its role`,
  dwell: ({ limit }) => {
    const { value, threshold } = valuesOf(limit);
    const [longest, dwell] = apart(value, threshold, seconds);
    return `Every engine that could move stays ${dwell} in a role, and the longest has been there for ${longest}`;
  },
  resident_guard: ({ limit }) => {
    const { value, threshold } = valuesOf(limit);
    return `The engine that would move still has ${counted(value, "decode request")}, and above ${plain(threshold)} it stays`;
  },
};

/** Of several moves the rest may have been stopped. */
function stoppedAt(record: DecisionDocument): string | null {
  const { limit, result, headroom_best_prefill: wanted = null } = record;
  if (!limit || result !== "applied") return null;
  const left = wanted === null ? null : Math.abs(wanted - (record.prefill ?? wanted));
  const more = left === null ? "more engines" : `${counted(left, "engine")} more`;
  return `The ${targetOf(record)} role needs ${more}, which ${limit.gate} does not let go`;
}

const NO_OTHER_SPLIT = "There is no other split to try";

function arrivals(count: Amount): string {
  return `${counted(count, "request")} arrived in the window`;
}

function wouldLeave(limit: DecisionDocument["limit"], kind: string): string {
  const { value, threshold } = valuesOf(limit);
  return `That would leave ${counted(value, `${kind} engine`)}, and at least ${plain(threshold)} must stay`;
}

function wouldBeAt(limit: DecisionDocument["limit"], role: string): string {
  const { value, threshold } = valuesOf(limit);
  const [load, most] = apart(value, threshold, percent);
  return `${role} would then be at ${load} of its limit, and a role gives an engine only up to ${most}`;
}

function riskOf({ risk_kind = null, risk_age_s = null }: DecisionDocument): string {
  return `${RISKS[risk_kind ?? ""] ?? `The risk event ${risk_kind} came`} ${seconds(risk_age_s)} ago`;
}

const RISKS: Readonly<Record<string, string>> = {
  first_token_timeout: "A request timed out before its first token",
  p_to_d_recovery: "An engine was moved to decode",
  "": "A risk event came",
};

function evidenceOf({ limit, evidence_max_span_s = null }: DecisionDocument): string {
  const { value, threshold } = valuesOf(limit);
  if (limit?.gate === "evidence_arrivals") {
    const enough = `${plain(threshold)}, or ${seconds(evidence_max_span_s)} of them`;
    return `${counted(value, "arrival")} ${value === 1 ? "has" : "have"} been seen, and decode gives no engine before ${enough}`;
  }
  const [span, needed] = apart(value, threshold, seconds);
  return `${span} of arrivals have been seen, and decode gives no engine before ${needed}`;
}

/** The numbers of a gate; null where a record has none. */
function valuesOf(limit: DecisionDocument["limit"] | undefined): Pick<Limit, "value" | "threshold"> {
  return { value: limit?.value ?? null, threshold: limit?.threshold ?? null };
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
