import type * as v from "valibot";
import { PLAN_SCHEMA, PLAN_VERSION } from "../document-names";
import { toWire } from "../wire";
import type { PlanAnswer, PlanInput } from "./plan";
import type { planSchema } from "./plan-schema";

/** A plan as one JSON document: snake_case, rounded to 6 digits, null for what is undefined. */
export type PlanDocument = v.InferOutput<typeof planSchema>;

/** Makes the document of a plan. `trace` and `profile` are what they are called. */
export function planDocument(
  names: { readonly trace: string; readonly profile: string },
  input: PlanInput,
  answers: readonly PlanAnswer[],
): PlanDocument {
  const { requests, config, goal, load, seeds } = input;
  return toWire({
    schema: PLAN_SCHEMA,
    version: PLAN_VERSION,
    trace: names.trace,
    requests: requests.length,
    profile: names.profile,
    config,
    goalRatio: goal,
    load,
    seeds,
    answers: answers.map(answerOf),
  }) as PlanDocument;
}

function answerOf({ contender, engines, trial, carries }: PlanAnswer) {
  return {
    contender,
    engines,
    prefill: trial.prefill,
    decode: trial.engines - trial.prefill,
    bothRatio: trial.both,
    bothLeastRatio: trial.least,
    bothMostRatio: trial.most,
    moves: trial.moves,
    carriesLoad: carries,
  };
}
