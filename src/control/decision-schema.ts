import * as v from "valibot";
import { count, described, flag, notNegative, oneOf, real, realOrNull, text } from "../schema-fields";
import { GATES } from "./reasons";

const role = (description: string) => oneOf(["prefill", "decode"], description);

/** An engine that changes its role. */
export const moveSchema = v.strictObject({
  engine: text("its id"),
  from: role("the role that it leaves"),
  to: role("the role that it takes"),
});

/** What held or blocked a decision. */
export const limitSchema = v.strictObject({
  gate: oneOf(GATES, "the gate, which the decision guide explains"),
  value: realOrNull("", "what it saw; null where that has no number"),
  threshold: realOrNull("", "what it compares that with"),
  clears_in_s: realOrNull("s", "when it can clear at the earliest; null when that is not a matter of time"),
});

/** Whether a number of a projection is finite depends on the profiles: null says that it is not, or not known. */
const entries = {
  prefill_work: notNegative("engines", "prefill demand"),
  decode_work: notNegative("engines", "decode demand; towards prefill the larger one of both horizons"),
  arrivals: count("arrivals", "arrivals of the window"),
  output_observations: count("completions", "completions of the last four windows"),
  demand_complete: flag("whether all that was offered could be priced"),
  observed_prefill_ratio: notNegative("ratio", "load of the prefill role; 1 is the limit"),
  observed_decode_ratio: notNegative("ratio", "load of the decode role; 1 is the limit"),
  recovery_prefill_ratio: notNegative("ratio", "the same of prefill with its queue, if that is more"),
  queued_prefill_s: notNegative("s", "prefill work of the queue"),

  current_prefill: count("engines", "prefill engines now"),
  current_decode: count("engines", "decode engines now"),
  decision_basis: oneOf(
    ["demand_projection", "prefill_pressure_recovery", "decode_pressure_recovery", "projected_ttft_recovery"],
    "what it rests on: priced demand, measured load, or the queue",
  ),
  eligibility_rule: oneOf(
    ["mixed_pressure", "source_shrink", "projected_ttft_recovery"],
    "by which rule the role that gives an engine may",
  ),
  projected_ttft_ratio: realOrNull("ratio", "TTFT load of the proposed split; 1 is the limit"),
  projected_tpot_ratio: realOrNull("ratio", "TPOT load of the proposed split; 1 is the limit"),
  objective: realOrNull("ratio", "the largest load of the proposed split, its decode queue included"),
  objective_delta: realOrNull("ratio", "by how much that is less than now"),
  decode_tokens_per_engine: notNegative("tokens", "resident tokens of a decode engine in the proposed split"),
  decode_slo_capacity_tokens: realOrNull("tokens", "resident tokens that keep the TPOT limit"),
  decode_kv_capacity_tokens: realOrNull("tokens", "the least KV capacity"),
  decode_request_limit: realOrNull("requests", "requests of this size that an engine can hold"),
  decode_requests_per_engine: notNegative("requests", "resident requests of a decode engine in the proposed split"),
  pending_decode_requests: count("requests", "requests whose decode is still to come"),
  pending_decode_tokens: notNegative("tokens", "their tokens"),
  decode_profile_covered: flag("whether the profiles cover all of the work"),
  decode_correction: notNegative("ratio", "how much longer token intervals are than profiled"),
  decode_capacity_safe: flag("whether the KV tokens have room"),
  role_floors_safe: flag("whether both roles keep their floors"),
  source_pressure_safe: flag("whether the role that gives an engine can"),

  evidence_span_s: notNegative("s", "time for which arrivals are known"),
  evidence_arrivals: count("arrivals", "known arrivals"),
  evidence_required_span_s: notNegative("s", "the span that is needed"),
  evidence_required_arrivals: count("arrivals", "the arrivals that are needed"),
  evidence_max_span_s: notNegative("s", "the span that is enough, however few the arrivals"),
  evidence_closed: flag("whether there is enough of it"),
  risk_kind: described(v.nullable(v.string()), "", "the newest risk event; null before one"),
  risk_age_s: realOrNull("s", "its age"),
  evidence_short_decode_engines: notNegative("engines", "decode demand of the required span"),
  evidence_long_decode_engines: notNegative("engines", "decode demand of the window"),
  evidence_trend_ratio: realOrNull("ratio", "the first by the second; null if the second is 0"),
  evidence_envelope_decode_engines: notNegative("engines", "the larger of both"),
  evidence_blocked_gate: oneOf(["risk", "evidence", "trend", "none"], "what keeps engines in decode"),

  projected_ttft_s: notNegative("s", "projected TTFT of the worst waiting request"),
  ttft_slo_s: notNegative("s", "the TTFT limit"),
  trigger_projected_ttft_ratio: notNegative("ratio", "the first by the second"),
  trigger_id: described(v.nullable(v.union([v.string(), v.number()])), "", "the worst waiting request's id"),
  initial_projected_ttft_s: notNegative("s", "the highest projection that armed the event"),
  urgent_signals: count("requests", "requests that armed it"),
  event_to_evaluation_s: real("s", "time since it was armed"),
  waiting_prefill: count("requests", "requests that wait for prefill"),
  resident_prefill_s: notNegative("s", "prefill work on the available prefill engines"),
  candidate_projected_ttft_s: notNegative("s", "the worst that this request would have with one more prefill engine"),
  candidate_projected_ttft_ratio: notNegative("ratio", "the same, in units of the limit"),
  projected_ttft_improvement_s: real("s", "by how much that is sooner"),

  headroom_basis: oneOf(
    ["model", "no_model", "history_short", "model_refuted"],
    "what the headroom policy decided by: its model, or queues, and why",
  ),
  refuted_phase: role("the phase whose limit is missed while the model says that it has room"),
  prefill_spare_engines: real("engines", "engines of prefill beyond its load, now; below 0: short of"),
  decode_spare_engines: real("engines", "engines of decode beyond its load, now; below 0: short of"),
  line_requests: count("requests", "requests that wait for prefill"),
  waiting_decode: count("requests", "requests that wait for decode"),
  projected_wait_s: realOrNull("s", "how old the last of the line will be when it is served; null: not known"),
  token_gap_ratio: realOrNull("ratio", "mean token gap of decode; 1 is the limit; null: there was none"),

  offered_history_s: notNegative("s", "whole seconds that are known of offered work"),
  extrapolated_share: notNegative("ratio", "share of the work that is priced beyond what the profiles cover"),
  prefill_load_engines: notNegative("engines", "offered prefill work, and its backlog"),
  prefill_spread_engines: notNegative("engines", "standard deviation of offered prefill work"),
  decode_load_engines: notNegative("engines", "offered decode work, and its backlog"),
  decode_spread_engines: notNegative("engines", "standard deviation of offered decode work"),
  prefill_backlog_s: notNegative("s", "prefill work that is here and not done"),
  decode_backlog_engines: notNegative("engines", "what the requests take that wait for room"),
  prefill_fit: notNegative("ratio", "how much longer prefills take than profiled, as measured"),
  decode_fit: notNegative("ratio", "how much longer token intervals are than profiled, as measured"),
  last_move_s: notNegative("s", "what the host took for its last move; 0 before one"),
  headroom_current: real("", "spare engines of the tighter phase now, in standard deviations of its load"),
  headroom_best: real("", "the same of the best split"),
  headroom_best_prefill: count("engines", "prefill engines of the best split"),
  policy_facts: described(
    v.record(v.string(), v.nullable(v.union([v.number(), v.string(), v.boolean()]))),
    "",
    "what a policy of one's own tells",
  ),
  policy_error: text("why the policy's decision is none"),

  confirmations: count("steps", "steps in a row that proposed this"),
  required_confirmations: count("steps", "steps in a row that have to"),
};

/** The fields that a record has as far as its decision came. */
const facts = Object.fromEntries(Object.entries(entries).map(([name, schema]) => [name, v.exactOptional(schema)])) as {
  [Name in keyof typeof entries]: v.ExactOptionalSchema<(typeof entries)[Name], undefined>;
};

/** A decision's record: a line of a journal, `last_decision` of a state (semantics, section 13). */
export const decisionSchema = v.strictObject({
  at: real("s", "when"),
  prefill: count("engines", "prefill engines of the proposed split"),
  decode: count("engines", "decode engines of the proposed split"),
  by: text("what decided: the policy, by its name, or a floor that was short (floor_recovery, decode_floor)"),
  reason: text("why, which the decision guide explains; a policy of one's own has its own"),
  result: oneOf(["applied", "held", "blocked", "advisory", "proposed"], "what became of it"),
  moves: described(v.array(moveSchema), "", "the moves; empty unless applied or proposed"),
  limit: described(v.nullable(limitSchema), "", "what held or blocked it; null if nothing did"),
  ...facts,
});
