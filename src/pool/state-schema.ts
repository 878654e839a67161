import * as v from "valibot";
import type { WindowName } from "../accounting/account-plan";
import { decisionSchema, entryOf, moveSchema } from "../decision/decision-schema";
import { REFUSAL_REASONS } from "../decision/reasons";
import { STATE_SCHEMA, STATE_VERSION } from "../document-names";
import { ROLES } from "../roles";
import { count, counts, described, flag, notNegative, oneOf, real, realOrNull, text } from "../schema-fields";
import type { Snake } from "../wire";
import { metFields } from "./met-fields";
import { thresholds } from "./thresholds-schema";

const share = (description: string) => realOrNull("ratio", description);

const attainment = v.strictObject({
  bucket_s: notNegative("s", "width of a bucket"),
  retained_s: notNegative("s", "how long outcomes are kept"),
  covered_s: notNegative("s", "from the oldest bucket until now, at most what is kept"),
  buckets: count("buckets", "buckets that have outcomes"),
  outcomes: count("requests", "requests that completed, failed, expired or were refused by prediction"),
  pruned_buckets: count("buckets", "buckets that are kept no longer"),
  pruned_outcomes: count("requests", "their outcomes, and those that came too late"),
  ...metFields,
});

const summary = {
  bucket_s: notNegative("s", "width of a bucket"),
  retained_s: notNegative("s", "how long observations are kept"),
  cell_limit: count("cells", "the most cells that it can hold"),
  cells: count("cells", "cells that it holds"),
  observations: count("observations", "observations that they count"),
  overflow_observations: count("observations", "those that share overflow cells"),
  recorded: count("observations", "all that it was ever given: the sum of those that it counts and of the next two"),
  refused: count("observations", "older than it keeps when they came"),
  expired: count("observations", "older than it keeps by now"),
};

const window = (description: string) => described(v.strictObject(summary), "", description);

const demandHistory = v.strictObject({
  arrivals: window("what arrived, by input length"),
  expected_decode: window("what was asked for, by input and requested output"),
  observed_decode: window("what completed, by input, requested and observed output"),
  residency: window("samples of the decode work that is resident"),
  unsized: described(
    v.strictObject({ ...summary, pending: count("requests", "requests whose size is not known yet") }),
    "",
    "what ended before its size was known",
  ),
} satisfies Record<Snake<WindowName>, v.GenericSchema>);

const learnedOutputs = v.strictObject({
  in_force: flag("whether output lengths are learned now"),
  overflow_share: share("completions that share overflow cells; null if there are none"),
  returns_in_s: realOrNull("s", "until they are learned again; null while they are"),
});

const demandEvidence = v.strictObject({
  span_s: entryOf("evidenceSpanS"),
  arrivals: entryOf("evidenceArrivals"),
  required_span_s: entryOf("evidenceRequiredSpanS"),
  required_arrivals: entryOf("evidenceRequiredArrivals"),
  max_span_s: entryOf("evidenceMaxSpanS"),
  closed: entryOf("evidenceClosed"),
  risk_events: counts("events", "risk events by kind"),
  risk_kind: entryOf("riskKind"),
  risk_age_s: entryOf("riskAgeS"),
  short_decode_engines: entryOf("evidenceShortDecodeEngines"),
  long_decode_engines: notNegative("engines", "decode demand of the window, at the last decision that priced it"),
  trend_ratio: entryOf("evidenceTrendRatio"),
  envelope_decode_engines: entryOf("evidenceEnvelopeDecodeEngines"),
  blocked_gate: entryOf("evidenceBlockedGate"),
});

const requests = v.strictObject({
  opened: count("requests", "all of them: the sum of the others"),
  pending: count("requests", "not ended, size not known"),
  open: count("requests", "not ended, size known"),
  completed: count("requests", "completed"),
  failed: count("requests", "failed"),
  expired: count("requests", "waited longer than they may"),
  refused: count("requests", "refused, since they would have missed their limits"),
  rejected: count("requests", "rejected plainly"),
  cancelled: count("requests", "whose client went away"),
  invalid: count("requests", "that were no valid requests"),
});

const offers = v.strictObject({
  offered: count("requests", "all of them: the sum of the next four"),
  pending: count("requests", "size not known yet"),
  sized: count("requests", "size known"),
  lost: count("requests", "ended before their size was known"),
  invalid_unsized: count("requests", "found invalid before their size was known"),
  timed_out: count("requests", "of the lost ones, those whose size took too long"),
  late: count("requests", "sized or lost when the windows had moved past their arrival"),
});

const anomalies = v.strictObject({
  size: count("calls", "sizes of a request that has one"),
  reprice: count("calls", "new prices of a request that has none"),
  wait: count("calls", "waits of a request that cannot"),
  prefill: count("calls", "dispatches to prefill after the first token, or without a size"),
  first_token: count("calls", "first tokens of a request that is not in prefill"),
  decode: count("calls", "dispatches to decode before the first token"),
  token: count("calls", "tokens of a request that is not in decode"),
  retry: count("calls", "retries of a request that has ended"),
  end: count("calls", "ends of a request that has ended"),
  unknown_engine: count("calls", "that name an unknown engine"),
  invalid_length: count("calls", "with an invalid length"),
  invalid_time: count("calls", "with an invalid time"),
  engine_removed: count("calls", "for a request whose engine was removed"),
  future_time: count("calls", "stamped too far ahead of the clock"),
  late_size: count("calls", "sizes that took too long: the request goes on, its demand is lost"),
  ahead_time: count("calls", "stamped ahead of the clock: they count now"),
  cached_length: count("calls", "with more cached tokens than the input has: all of it counts as cached"),
  clock_back: count("jumps", "of the clock backwards: the pool's time goes on from where it stood"),
  clock_ahead: count("jumps", "of the clock far ahead: believed when a second pass sees them"),
});

const role = (description: string) => oneOf(ROLES, description);

const learnedPhase = (samples: string) =>
  v.strictObject({
    samples: count("", samples),
    error: realOrNull("ratio", "mean relative error of the newest ones; null before one"),
    scale: realOrNull("ratio", "how much longer the work takes than the given profile says; null without one"),
  });

const learned = v.strictObject({
  known: flag("whether `learnedProfile()` gives a profile"),
  prefill: described(learnedPhase("prefills that were measured"), "", "prefill"),
  decode: described(learnedPhase("intervals of decode that were measured"), "", "decode"),
});

const engine = v.strictObject({
  id: text("its name"),
  role: role("its role"),
  available: flag("whether it can take work"),
  pinned: flag("whether it keeps its role"),
  has_profile: flag("whether it was measured"),
  prefill_requests: count("requests", "resident in prefill"),
  decode_requests: count("requests", "resident in decode"),
  decode_tokens: count("tokens", "of those in decode"),
  prefill_load: notNegative("ratio", "prefill work; 1 is the TTFT limit"),
  decode_load: notNegative("ratio", "token gaps above an idle engine's; 1 is the TPOT limit"),
  decode_correction: notNegative("ratio", "how much longer its token gaps are than profiled"),
  learned: described(v.nullable(learned), "", "how well its kind is learned; null where engines are not measured"),
});

const byRole = (unit: string, prefill: string, decode: string) =>
  v.strictObject({ prefill: notNegative(unit, prefill), decode: notNegative(unit, decode) });

const loads = v.strictObject({
  prefill: described(v.nullable(v.pipe(v.number(), v.minValue(0))), "ratio", "of prefill"),
  decode: described(v.nullable(v.pipe(v.number(), v.minValue(0))), "ratio", "of decode"),
});

const refusal = v.strictObject({
  at_s: real("s", "when"),
  target: role("the role that was to gain an engine"),
  by: text("what decided"),
  reason: oneOf(REFUSAL_REASONS, "why not"),
});

const counters = v.strictObject({
  decisions: counts("decisions", "decisions by `cause:result`"),
  reasons: counts("decisions", "decisions by `cause:result:reason`"),
  moves: counts("moves", "moves by `cause:role`"),
  reversals: count("moves", "moves of an engine to another role than its last one's"),
  refusals: count("moves", "moves that were not made"),
  inflight: described(
    byRole("requests", "in prefill", "in decode"),
    "requests",
    "what the moved engines held at their moves",
  ),
  newest_refusals: described(v.array(refusal), "", "the last 20 of them, the newest last"),
});

const decisionTimes = v.strictObject({
  count: count("decisions", "passes and urgent steps that decided"),
  sum_s: notNegative("s", "how long they took in all"),
  buckets: counts("decisions", "how many took at most so many seconds"),
});

const moveEffect = v.strictObject({
  moves: count("moves", "decisions whose moves were measured, and predicted"),
  predicted_gain: real("ratio", "load that the tighter role was to lose by them, mean of the newest 50 or so"),
  gain: real("ratio", "load that it lost, by the work that came in the 30 s after"),
  slope: realOrNull("", "gained per predicted: 1 is as predicted, below 0 moves do harm; null: nothing was predicted"),
});

const sink = v.strictObject({
  rows: count("rows", "rows that were taken"),
  failed: count("rows", "rows that were not"),
  last_error: described(v.nullable(v.string()), "", "why not; null if none failed"),
});

/** The state of a pool, as `pool.state()` gives it: all fields are there, and no others. */
export const stateSchema = v.strictObject({
  schema: v.literal(STATE_SCHEMA),
  version: v.literal(STATE_VERSION),
  at_s: real("s", "now"),
  started_s: real("s", "when the pool was made"),
  attainment: described(attainment, "", "what is kept of outcomes"),
  demand_history: described(demandHistory, "", "what the demand windows hold"),
  learned_outputs: described(learnedOutputs, "", "whether output lengths are learned from completions"),
  demand_evidence: described(demandEvidence, "", "whether decode can spare an engine"),
  requests: described(requests, "requests", "requests by where they are"),
  offers: described(offers, "requests", "offers by what they came to"),
  anomalies: described(anomalies, "calls", "calls that the state of their request did not allow"),
  loads: described(loads, "ratio", "load of each role; 1 is the limit, null: the pool has no engine"),
  fleet: v.strictObject({
    prefill: count("engines", "prefill engines"),
    decode: count("engines", "decode engines"),
    waiting: count("requests", "requests that wait for an engine"),
    engines: described(v.array(engine), "", "the engines, in the order in which they joined"),
  }),
  policy: text("what decides which split is best"),
  thresholds: described(thresholds(), "", "the configuration in force"),
  pending_move: described(v.nullable(moveSchema), "", "the move that waits for the host; null if none does"),
  urgent_pending: flag("whether an urgent step is due"),
  counters: described(counters, "", "decisions and moves so far"),
  decision_times: described(decisionTimes, "", "how long decisions took in this process, by the pool's clock"),
  move_effects: described(
    v.record(v.string(), moveEffect),
    "",
    "what moves gained beside what was predicted, by what decided, in this process",
  ),
  journal: described(v.nullable(sink), "", "rows of the journal; null without one"),
  event_log: described(v.nullable(sink), "", "rows of the event log; null without one"),
  memory_bytes: count("bytes", "memory of the core, which never grows"),
  hints: described(v.array(v.string()), "", "advice on the settings, in plain English; empty if all is well"),
  last_decision: described(v.nullable(decisionSchema), "", "the newest decision; null before one"),
});
