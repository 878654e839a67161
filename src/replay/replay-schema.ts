import * as v from "valibot";
import { DEMAND_GAPS } from "../accounting/demand";
import { RESULTS } from "../decision/vocabulary";
import { REPLAY_SCHEMA, REPLAY_VERSION } from "../document-names";
import { stateSchema } from "../pool/state-schema";
import { ROLES } from "../roles";
import { count, described, flag, notNegative, oneOf, realOrNull, text } from "../schema-fields";
import { inputEntries } from "./inputs-schema";
import { attainmentEntries, outcomeEntries } from "./outcome-schema";
import { regretEntries } from "./regret-entries";
import { REPLAY_CONTROLS } from "./replay-control";

const role = (description: string) => oneOf(ROLES, description);

const gaps = (description: string) => described(v.array(v.picklist(DEMAND_GAPS)), "", description);

const row = v.strictObject({
  from_s: notNegative("s", "its beginning"),
  to_s: notNegative("s", "its end"),
  ...attainmentEntries,
  prefill_demand: notNegative("engines", "prefill demand of the window that ends with it"),
  decode_demand: notNegative("engines", "decode demand of that window"),
  demand_gaps: gaps("why the demand is more than that; empty if all of it was priced"),
  prefill_engines: count("engines", "prefill engines at its end"),
  decode_engines: count("engines", "decode engines at its end"),
  moves: count("moves", "moves that took effect in it"),
  prefill_load: notNegative("ratio", "load of the prefill role at its end; 1 is the limit"),
  decode_load: notNegative("ratio", "the same of decode"),
  prefill_load_mean: notNegative("ratio", "load of the prefill role, mean over its passes"),
  prefill_load_peak: notNegative("ratio", "the largest of them"),
  decode_load_mean: notNegative("ratio", "load of the decode role, mean over its passes"),
  decode_load_peak: notNegative("ratio", "the largest of them"),
  prefill_waiting_mean: notNegative("requests", "requests that wait for their prefill to begin, mean over its passes"),
  prefill_waiting_peak: count("requests", "the most of them"),
  decode_waiting_mean: notNegative("requests", "requests that wait for room in a decode batch, mean over its passes"),
  decode_waiting_peak: count("requests", "the most of them"),
});

const decision = v.strictObject({
  result: oneOf(RESULTS, "what became of them"),
  reason: text("why, which the decision guide explains"),
  count: count("decisions", "how many there were"),
  urgent: count("decisions", "those of them that were taken on the urgent path"),
});

const move = v.strictObject({
  decided_s: notNegative("s", "when it was decided"),
  moved_s: realOrNull("s", "when the engine took its new role; null: it has not"),
  engine: text("its id"),
  from: role("the role that it leaves"),
  to: role("the role that it takes"),
  by: text("what decided: the policy, by its name, or a floor that was short (floor_recovery, decode_floor)"),
  reason: text("why, which the decision guide explains"),
  urgent: flag("whether it was decided on the urgent path"),
  objective: realOrNull("ratio", "the largest load of the new split; null if it is undefined or was not asked for"),
  objective_delta: realOrNull("ratio", "by how much that is less than before; null likewise"),
});

const demand = v.strictObject({
  prefill_engines: notNegative("engines", "prefill demand"),
  decode_engines: notNegative("engines", "decode demand: the larger of the next two"),
  resident_engines: notNegative("engines", "what the residents need"),
  expected_engines: notNegative("engines", "what the offered requests will need"),
  arrivals: count("arrivals", "arrivals of the window"),
  output_observations: count("completions", "completions of the last four windows"),
  complete: flag("whether all that was offered could be priced"),
  gaps: gaps("why not; empty if complete"),
});

const score = v.strictObject({
  prefill: count("engines", "prefill engines of the split"),
  decode: count("engines", "decode engines of the split"),
  ttft_ratio: realOrNull("ratio", "TTFT load; 1 is the limit, null: it cannot do"),
  tpot_ratio: realOrNull("ratio", "TPOT load; 1 is the limit, null: it cannot do"),
  objective: realOrNull("ratio", "the largest load, the decode queue included; null: it cannot do"),
  decode_queue_ratio: notNegative("ratio", "work that waits for decode, in units of the TTFT limit"),
  decode_tokens_per_engine: notNegative("tokens", "resident tokens of a decode engine"),
  decode_slo_capacity_tokens: realOrNull("tokens", "resident tokens that keep the TPOT limit; null: no limit"),
  decode_kv_capacity_tokens: realOrNull("tokens", "the least KV capacity; null unless every profile gives one"),
  decode_request_limit: realOrNull("requests", "requests of this size that an engine can hold; null without residents"),
  decode_requests_per_engine: notNegative("requests", "resident requests of a decode engine"),
  pending_decode_requests: count("requests", "requests whose decode is still to come"),
  pending_decode_tokens: notNegative("tokens", "their tokens"),
  decode_profile_covered: flag("whether the profiles cover all of the work"),
  decode_correction: notNegative("ratio", "how much longer token intervals are than profiled"),
});

const simulatedEngine = v.strictObject({
  id: text("its id"),
  iterations: count("iterations", "decode iterations that it began"),
  outside_iterations: count("iterations", "those that began outside its profile's measured domain"),
  peak_kv_tokens: count("tokens", "the most KV tokens at the start of one"),
  preemptions: count("requests", "put out of a batch that had outgrown its KV limit, and prefilled again"),
});

/** Output of `narwhal-slo replay --json`: all fields are there, and no others. */
export const replaySchema = v.strictObject({
  schema: v.literal(REPLAY_SCHEMA),
  version: v.literal(REPLAY_VERSION),
  ...inputEntries,
  control: oneOf(REPLAY_CONTROLS, "what the controller could do: nothing, propose moves, or make them"),
  ...outcomeEntries,
  rows: described(v.array(row), "", "the replay span by span"),
  decisions: described(v.array(decision), "", "decisions by result and reason, the most frequent first"),
  moves: described(v.array(move), "", "all moves, in the order of their decisions"),
  reversals: count("moves", "moves of an engine to another role than its last one's"),
  demand: described(demand, "", "demand at the end"),
  scores: described(v.array(score), "", "every split of the engines at the end, fewest prefill engines first"),
  simulated_engines: described(v.array(simulatedEngine), "", "what the engines' decode batches went through"),
  state: described(stateSchema, "", "the pool at the end"),
  regret: v.exactOptional(
    described(v.strictObject(regretEntries), "", "what could have been kept; only with `--regret`"),
  ),
});
