import type { DecisionDocument } from "./decision-document";
import {
  type Amount,
  apart,
  countOf,
  movedEngines,
  percent,
  plain,
  seconds,
  sourceOf,
  targetOf,
} from "./explain-words";
import type { Gate, KnownReason } from "./reasons";

/** Subject of a sentence: the record, and its gate with value and threshold. Null: unknown. */
interface Seen {
  readonly record: DecisionDocument;
  readonly gate: Gate | null;
  readonly value: Amount;
  readonly threshold: Amount;
}

/** A reason in a few words, and as a sentence where that says more. The guide to decisions begins with the former. */
type Texts = readonly [short: string, sentence?: (seen: Seen) => string];

const UNPRICED = "Not all demand can be priced, so only measured load may decide,";
const UNCOVERED = "not every engine has a profile that covers the waiting requests";
const NO_OTHER_SPLIT = "There is no other split to try";

const TEXTS: Readonly<Record<KnownReason, Texts>> = {
  improved: ["the other split serves the demand better", ({ record }) => stoppedAt(record) ?? needs(record)],
  restore_decode_floor: ["the decode role had fewer available engines than must stay"],
  restore_prefill_floor: ["the prefill role had fewer available engines than must stay"],

  fleet_unavailable: [
    "an engine was down",
    ({ value }) =>
      `${countOf(value, "engine")} ${value === 1 ? "is" : "are"} unavailable, and roles stay until all are back`,
  ],
  policy_error: [
    "the policy failed",
    ({ record: { policy_error: error } }) => `The policy failed, and so nothing moves${error ? `: ${error}` : ""}`,
  ],
  queues_short: [
    "too few requests waited to call for a move",
    ({ value, threshold }) => {
      const [waiting, most] = apart(value, threshold, plain);
      return `No queue calls for a move: ${waiting} requests wait for each prefill engine, and above ${most} prefill needs one more`;
    },
  ],
  headroom_ample: [
    "both roles had engines to spare",
    ({ value, threshold }) => {
      const [spare, enough] = apart(value, threshold, plain);
      return `Both roles have engines to spare: the tighter one ${spare} standard deviations of its load, and ${enough} are enough`;
    },
  ],
  headroom_best: ["no other split leaves the tighter role more to spare"],
  headroom_gain_small: [
    "no split leaves the tighter role more to spare by enough",
    ({ value, threshold }) => {
      const [gain, needed] = apart(value, threshold, plain);
      return `The move would gain ${gain} in headroom, and it has to gain more than ${needed}`;
    },
  ],
  move_pending: [
    "the last move was still under way",
    () => "The host has not said yet whether it made the move that was proposed before",
  ],
  insufficient_history: [
    "there were too few arrivals, or too little demand",
    ({ gate, value, threshold }) => {
      if (gate === "min_arrivals") return `${arrivals(value)}, and a decision needs ${plain(threshold)}`;
      const [demand, floor] = apart(value, threshold, plain);
      return `The demand is ${demand} engines, and below ${floor} nothing is decided`;
    },
  ],
  recovery_not_ready: ["the profiles could not price all of the demand", notReady],

  floor_prefill: [
    "prefill would have too few engines",
    (seen) => wouldLeave(seen, seen.gate === "min_decode" ? "decode" : "prefill"),
  ],
  floor_decode: [
    "decode would have too few engines",
    (seen) => wouldLeave(seen, seen.gate === "min_prefill" ? "prefill" : "decode"),
  ],
  evidence_risk: [
    "too little was seen since decode last needed help",
    (seen) => `${riskOf(seen.record)}; since then ${evidenceOf(seen)}`,
  ],
  evidence_collecting: ["too little was seen to take an engine from decode", evidenceOf],
  evidence_trend: ["decode demand was rising", rising],
  mixed_profiles_missing: [
    "both roles were loaded, and an engine has no profile",
    () => `Both roles are under pressure, and ${UNCOVERED}, so what a move does is not known`,
  ],
  urgent_profiles_missing: ["an engine has no profile", () => `${UNCOVERED}, so what a move does is not known`],
  urgent_no_improvement: [
    "one more prefill engine would not help the queue",
    () => "One more prefill engine would not bring the first token any earlier",
  ],
  profile_uncovered: [
    "the profiles do not reach as far as the work",
    () => "An engine has no profile, or some work lies outside what the profiles were measured for",
  ],
  kv_capacity: [
    "decode would need more KV tokens than its engines hold",
    ({ value, threshold }) => {
      const [tokens, room] = apart(value, threshold, plain);
      return `Each decode engine would have to hold ${tokens} KV tokens, and there is room for ${room}`;
    },
  ],
  mixed_no_improvement: [
    "both roles were loaded, and no split is better",
    () => "Decode is under pressure as well, and the move would not relieve the busier role",
  ],
  source_pressure_decode: ["decode was too loaded to give an engine", (seen) => wouldBeAt(seen, "Decode")],
  source_pressure_prefill: ["prefill was too loaded to give an engine", (seen) => wouldBeAt(seen, "Prefill")],
  movement_margin: ["no neighbouring split is better by enough", gainTooSmall],
  no_candidate: [
    "no split came into question",
    ({ gate }) => (gate === "improvement" ? "The move would not relieve the busier role" : NO_OTHER_SPLIT),
  ],
  confirming: [
    "the same proposal has to win some more steps",
    ({ value, threshold }) =>
      `The move was the best choice ${countOf(value, "time")} in a row, and has to be ${plain(threshold)} times`,
  ],

  cooldown: [
    "it was too soon after the last move to decode",
    ({ value, threshold }) => {
      const [elapsed, cooldown] = apart(value, threshold, seconds);
      return `Only ${elapsed} have passed since the last move to decode, or the start, and ${cooldown} must`;
    },
  ],
  last_live_engine: [
    "the role would lose its last available engine",
    ({ record, value }) => {
      const source = sourceOf(record);
      return value === 0 ? `No ${source} engine is available` : `Only one ${source} engine is available, and it stays`;
    },
  ],
  live_floor_prefill: [
    "too few available engines would be left to prefill",
    (seen) => wouldLeave(seen, "available prefill"),
  ],
  live_floor_decode: [
    "too few available engines would be left to decode",
    (seen) => wouldLeave(seen, "available decode"),
  ],
  pinned: [
    "every engine of the role must keep it",
    ({ record }) => `Every available ${sourceOf(record)} engine is pinned to its role`,
  ],
  dwell: [
    "every engine of the role has moved too recently",
    ({ value, threshold }) => {
      const [longest, dwell] = apart(value, threshold, seconds);
      return `Every engine that could move stays ${dwell} in a role, and the longest has been there for ${longest}`;
    },
  ],
  resident_guard: [
    "the engine had too many requests in decode",
    ({ value, threshold }) =>
      `The engine that would move still has ${countOf(value, "decode request")}, and above ${plain(threshold)} it stays`,
  ],
};

/** Meaning of a reason, in a few words; a custom policy knows the meaning of its own reasons. */
export function meaningOf(reason: string): string {
  return textsOf(reason)?.[0] ?? "a reason that this version does not know";
}

/** Why a decision is as it is, with its numbers; the first letter may be a small one. */
export function sentenceOf(record: DecisionDocument): string {
  const texts = textsOf(record.reason);
  if (!texts) return `The reason is ${record.reason}`;
  const [short, sentence] = texts;
  const { gate = null, value = null, threshold = null } = record.limit ?? {};
  return sentence ? sentence({ record, gate, value, threshold }) : short;
}

/** A policy may have codes of its own, and a journal those of a later version. */
function textsOf(reason: string): Texts | null {
  return Object.hasOwn(TEXTS, reason) ? TEXTS[reason as KnownReason] : null;
}

function needs(record: DecisionDocument): string {
  const what = movedEngines(record) === 1 ? "engine" : "engines";
  return `The ${targetOf(record)} role needs the ${what} more than the ${sourceOf(record)} role`;
}

/** Of several moves the rest may have been stopped. */
function stoppedAt(record: DecisionDocument): string | null {
  const { limit, result, headroom_best_prefill: wanted = null } = record;
  if (!limit || result !== "applied") return null;
  const left = wanted === null ? null : Math.abs(wanted - (record.prefill ?? wanted));
  const more = left === null ? "more engines" : `${countOf(left, "engine")} more`;
  return `The ${targetOf(record)} role needs ${more}, which ${limit.gate} does not let go`;
}

function arrivals(count: Amount): string {
  return `${countOf(count, "request")} arrived in the window`;
}

function notReady({ gate, value, threshold }: Seen): string {
  if (gate === "min_arrivals") return `${UNPRICED} and ${arrivals(value)} where a decision needs ${plain(threshold)}`;
  if (gate === "profiles_complete") return `${UNPRICED} and ${UNCOVERED}`;
  const [load, needed] = apart(value, threshold, percent);
  return `${UNPRICED} and the higher one is ${load} of its limit where ${needed} is needed`;
}

function wouldLeave({ value, threshold }: Seen, kind: string): string {
  return `That would leave ${countOf(value, `${kind} engine`)}, and at least ${plain(threshold)} must stay`;
}

function wouldBeAt({ value, threshold }: Seen, role: string): string {
  const [load, most] = apart(value, threshold, percent);
  return `${role} would then be at ${load} of its limit, and a role gives an engine only up to ${most}`;
}

function rising({ record, value, threshold }: Seen): string {
  if (value === null) return "Decode demand has only begun to rise, and meanwhile decode gives no engine";
  const [rise, most] = apart(value, threshold, plain);
  const recent = `over the last ${seconds(record.evidence_required_span_s ?? null)} it is ${rise} times that of the whole window`;
  return `Decode demand is rising: ${recent}, and above ${most} times decode gives no engine`;
}

function gainTooSmall({ record, value, threshold }: Seen): string {
  if (record.prefill === record.current_prefill) return NO_OTHER_SPLIT;
  if (value === null) return `What the move would gain cannot be computed; it has to be ${percent(threshold)}`;
  const [change, margin] = apart(Math.abs(value), threshold, percent);
  return `The move would ${value < 0 ? "lose" : "gain"} ${change} of the limit, and it has to gain ${margin}`;
}

function riskOf({ risk_kind: kind = null, risk_age_s: ageS = null }: DecisionDocument): string {
  // A router may name its kinds as it likes.
  const came = kind ? (RISKS.get(kind) ?? `The risk event ${kind} came`) : "A risk event came";
  return `${came} ${seconds(ageS)} ago`;
}

const RISKS: ReadonlyMap<string, string> = new Map([
  ["first_token_timeout", "A request timed out before its first token"],
  ["p_to_d_recovery", "An engine was moved to decode"],
]);

function evidenceOf({ record, gate, value, threshold }: Seen): string {
  if (gate === "evidence_arrivals") {
    const enough = `${plain(threshold)}, or ${seconds(record.evidence_max_span_s ?? null)} of them`;
    return `${countOf(value, "arrival")} ${value === 1 ? "has" : "have"} been seen, and decode gives no engine before ${enough}`;
  }
  const [span, needed] = apart(value, threshold, seconds);
  return `${span} of arrivals have been seen, and decode gives no engine before ${needed}`;
}
