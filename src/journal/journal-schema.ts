import * as v from "valibot";
import { decisionSchema } from "../decision/decision-schema";
import { count, oneOf, realOrNull, text } from "../schema-fields";
import { JOURNAL_SCHEMA, JOURNAL_VERSION } from "./journal-rows";
import { metaSchema } from "./row-schema";

const role = (description: string) => oneOf(["prefill", "decode"], description);
const at_s = realOrNull("s", "when");

const load = (description: string) =>
  realOrNull("ratio", `load of the tighter role, ${description}; 1 is all that its engines can do, null: unknown`);

const { at: _, ...facts } = decisionSchema.entries;

const floor = {
  at_s,
  role: role("the role that is short"),
  available: count("engines", "available engines of that role"),
  floor: count("engines", "engines that it must have"),
};

/** One row of a journal: all fields are there, and no others. */
export const journalRowSchema = v.variant("type", [
  metaSchema(JOURNAL_SCHEMA, JOURNAL_VERSION),
  v.strictObject({ type: v.literal("decision"), at_s, ...facts }),
  v.strictObject({
    type: v.literal("move"),
    at_s,
    engine: text("its id"),
    from: role("the role that it leaves"),
    to: role("the role that it takes"),
    by: text("what decided: the policy, by its name, or a floor that was short"),
    result: oneOf(["applied", "failed"], "whether the engine took its new role"),
  }),
  v.strictObject({
    type: v.literal("move_effect"),
    at_s,
    decided_s: realOrNull("s", "when the decision was made, as its own row has it"),
    moved_s: realOrNull("s", "when its moves had taken effect"),
    by: text("what decided"),
    engines: count("engines", "engines that moved"),
    predicted_load_unmoved: load("by the work that the decision saw, with the old split"),
    predicted_load_moved: load("the same with the new split"),
    load_unmoved: load(
      "by the work that was measured from the move on (30 s, or until the next move), with the old split",
    ),
    load_moved: load("the same with the new split"),
    load_before: load("measured in the 30 s before the decision"),
    both_before_ratio: realOrNull("ratio", "requests that met both SLOs, of those that ended in the 30 s before"),
    both_after_ratio: realOrNull("ratio", "the same from the move on"),
  }),
  v.strictObject({ type: v.literal("floor_breach"), ...floor }),
  v.strictObject({
    type: v.literal("floor_recovery"),
    ...floor,
    breached_s: realOrNull("s", "since the breach was noticed"),
  }),
  v.strictObject({ type: v.literal("risk"), at_s, kind: text("the kind of risk event") }),
]);
