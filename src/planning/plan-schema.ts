import * as v from "valibot";
import { PLAN_SCHEMA, PLAN_VERSION } from "../document-names";
import { thresholds } from "../pool/thresholds-schema";
import { count, described, notNegative, realOrNull, text } from "../schema-fields";

const share = (description: string) => realOrNull("ratio", description);

const answer = v.strictObject({
  contender: text("who decides the split: fixed (the best split that can be kept), or a policy"),
  engines: described(
    v.nullable(v.pipe(v.number(), v.integer())),
    "engines",
    "the answer; null: no fleet that was tried reaches the goal",
  ),
  prefill: count("engines", "prefill engines of the split that is kept, or begun with"),
  decode: count("engines", "decode engines of it"),
  both_ratio: share("requests that met both SLOs with that fleet, mean of the seeds"),
  both_least_ratio: share("the least of the seeds"),
  both_most_ratio: share("the most of the seeds"),
  moves: notNegative("moves", "moves of a run, mean of the seeds"),
  carries_load: realOrNull("", "the largest factor of the trace's rate, to 2%, at which that fleet reaches the goal"),
});

/** Output of `narwhal-slo plan --json`: all fields are there, and no others. */
export const planSchema = v.strictObject({
  schema: v.literal(PLAN_SCHEMA),
  version: v.literal(PLAN_VERSION),
  trace: text("what was replayed"),
  requests: count("requests", "its requests"),
  profile: text("the engines' profile"),
  config: described(thresholds(), "", "the configuration in force"),
  goal_ratio: notNegative("ratio", "share of the requests that shall meet both SLOs"),
  load: notNegative("", "the trace's rate times this"),
  seeds: described(v.array(v.number()), "", "the seeds of the runs"),
  answers: described(v.array(answer), "", "one for each contender, in the order in which they were asked for"),
});
