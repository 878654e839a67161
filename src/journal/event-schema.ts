import * as v from "valibot";
import { TERMINAL_KINDS } from "../accounting/outcome";
import { count, described, flag, oneOf, text } from "../schema-fields";
import { EVENTS_SCHEMA, EVENTS_VERSION } from "./event-rows";
import { engineSchema, exact, metaSchema } from "./row-schema";

const at_s = exact("s", "the time that was used");
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const request = described(number, "", "the request's number: opened requests count from 1");
const engine = described(v.nullable(v.string()), "", "the engine's id; null if the argument was not a text");
const id = v.exactOptional(described(v.union([v.string(), exact("", "")]), "", "the request's id, if it has one"));
const optional = (unit: string, description: string) => v.exactOptional(exact(unit, description));

/** A decision with its numbers to the bit: `explain` and `decisionSchema` take the rounded ones of a journal. */
const decisions = described(v.array(v.record(v.string(), v.any())), "", "the decisions that it made");

const clock_s = optional("s", "what the clock said, where the call was stamped ahead of it");

const size = {
  at_s,
  request,
  clock_s,
  input_tokens: exact("tokens", "prompt tokens"),
  requested_tokens: optional("tokens", "the output that it asks for, if that was given"),
  cached_tokens: optional("tokens", "prompt tokens that a cache holds, if that was given"),
};

const end = { at_s, request, clock_s, output_tokens: optional("tokens", "the output length, if that was given") };

const step = <const Type extends string>(type: Type) =>
  v.strictObject({ type: v.literal(type), at_s, request, clock_s });
const dispatch = <const Type extends string>(type: Type) =>
  v.strictObject({ type: v.literal(type), at_s, request, engine, clock_s });
const decided = <const Type extends string>(type: Type) =>
  v.strictObject({ type: v.literal(type), at_s, decisions: v.exactOptional(decisions) });
const answer = <const Type extends string>(type: Type) => v.strictObject({ type: v.literal(type), at_s, engine });

/** One row of an event log: all fields are there, and no others. */
export const eventRowSchema = v.variant("type", [
  metaSchema(EVENTS_SCHEMA, EVENTS_VERSION),
  v.strictObject({
    type: v.literal("open"),
    at_s,
    request,
    clock_s,
    id,
    bad_time: v.exactOptional(flag("true: the router gave a time that is not a number")),
  }),
  v.strictObject({ type: v.literal("size"), ...size }),
  v.strictObject({ type: v.literal("reprice"), ...size }),
  step("wait"),
  dispatch("prefill"),
  step("first_token"),
  dispatch("decode"),
  v.strictObject({
    type: v.literal("token"),
    at_s,
    request,
    clock_s,
    tokens: optional("tokens", "how many, if not 1"),
  }),
  step("retry"),
  v.strictObject({ type: v.picklist(TERMINAL_KINDS), ...end }),
  decided("pass"),
  v.strictObject({ type: v.literal("sample"), at_s }),
  decided("urgent"),
  v.strictObject({
    type: v.literal("look"),
    at_s,
    query: oneOf(["demand", "desired", "history", "learned", "decision_snapshot", "state"], "what was asked for"),
  }),
  answer("moved"),
  answer("move_failed"),
  v.strictObject({ type: v.literal("risk"), at_s, kind: text("the kind of risk event") }),
  v.strictObject({ type: v.literal("add_engine"), at_s, settings: engineSchema }),
  answer("remove_engine"),
  v.strictObject({ type: v.literal("available"), engine, available: flag("whether it can take work") }),
  v.strictObject({ type: v.literal("pinned"), engine, pinned: flag("whether it keeps its role") }),
  v.strictObject({ type: v.literal("profile"), engine, profile: engineSchema.entries.profile }),
  v.strictObject({
    type: v.literal("restore"),
    at_s,
    elapsed_s: exact("s", "time since the snapshot was taken"),
    snapshot: text("its bytes in base64"),
  }),
  v.strictObject({ type: v.literal("gap"), rows: count("rows", "rows that the sink failed to take") }),
]);
