import * as v from "valibot";
import { COMPARE_SCHEMA, COMPARE_VERSION } from "../document-names";
import { count, described, oneOf, realOrNull } from "../schema-fields";
import { inputEntries } from "./inputs-schema";
import { outcomeEntries } from "./outcome-schema";

const split = {
  prefill: count("engines", "prefill engines"),
  decode: count("engines", "decode engines"),
};

const run = v.strictObject({
  kind: oneOf(["fixed", "controller"], "whether it kept its split, or began with it"),
  ...split,
  ...outcomeEntries,
  moves: count("moves", "moves that took effect"),
  reversals: count("moves", "moves of an engine to another role than its last one's"),
});

/** Output of `narwhal-slo replay --compare --json`: all fields are there, and no others. */
export const compareSchema = v.strictObject({
  schema: v.literal(COMPARE_SCHEMA),
  version: v.literal(COMPARE_VERSION),
  ...inputEntries,
  fixed: described(v.array(run), "", "replays of the fixed splits, fewest prefill engines first"),
  controller: described(run, "", "the replay that the controller was on in"),
  best_fixed: described(v.strictObject(split), "", "the fixed split with the largest share that met both limits"),
  distance_ratio: realOrNull("ratio", "the controller's share less that one's; null where no request counted"),
});
