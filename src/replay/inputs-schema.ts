import * as v from "valibot";
import { thresholds } from "../pool/thresholds-schema";
import { profileSchema } from "../profile";
import { ROLES } from "../roles";
import { snakeCase } from "../schema";
import { count, described, flag, notNegative, oneOf, text } from "../schema-fields";
import { simulationSchema } from "../simulation/simulation-options";
import { TRACE_FORMATS } from "../traces/trace";
import type { Snake } from "../wire";

const trace = v.strictObject({
  file: text("what it is called"),
  format: oneOf(TRACE_FORMATS, "the kind of file that it came from"),
  requests: count("requests", "its requests"),
  span_s: notNegative("s", "from its first request to its last"),
  out_of_order_rows: count("rows", "rows that were earlier than a row above them"),
  skipped_rows: count("rows", "malformed rows that were left out"),
});

/** The SLOs are those of the configuration. */
const { ttftSloS: _ttft, tpotSloS: _tpot, ...given } = simulationSchema.entries;

type Given = typeof given;

type Simulation = {
  [Name in keyof Given as Snake<Name>]: v.ExactOptionalSchema<Given[Name]["wrapped"], undefined>;
};

const fault = v.strictObject({
  engine: text("its id"),
  from_s: notNegative("s", "since when it is down"),
  to_s: notNegative("s", "until when"),
});

/** Options of the simulated fleet that were set: rules, units and meanings are those of `simulationSchema`. */
function simulation() {
  const fields = Object.entries(given).map(([name, { wrapped }]) => [snakeCase(name), v.exactOptional(wrapped)]);
  const { unit } = v.getMetadata(given.faults.wrapped) as { unit: string };
  const faults = described(v.array(fault), unit, v.getDescription(given.faults.wrapped) as string);
  return v.strictObject({
    ...(Object.fromEntries(fields) as Omit<Simulation, "faults">),
    faults: v.exactOptional(faults),
  });
}

type ProfileField = (typeof profileSchema.entries)[keyof typeof profileSchema.entries];

/** A field of a profile in a document: one that has a default is always there. */
type Documented<Field extends ProfileField> =
  Field extends v.OptionalSchema<infer Wrapped, infer Default>
    ? undefined extends Default
      ? v.ExactOptionalSchema<Wrapped, undefined>
      : Wrapped
    : Field;

type Profile = {
  [Name in keyof typeof profileSchema.entries as Snake<Name>]: Documented<(typeof profileSchema.entries)[Name]>;
};

/** A profile, exactly as it was given: rules, units and meanings are those of `profileSchema`. */
function profile() {
  const fields = Object.entries<ProfileField>(profileSchema.entries).map(([name, field]) => {
    if (field.type !== "optional") return [snakeCase(name), field];
    return [snakeCase(name), field.default === undefined ? v.exactOptional(field.wrapped) : field.wrapped];
  });
  return v.strictObject(Object.fromEntries(fields) as Profile);
}

const named = v.strictObject({
  file: text("base name of its file"),
  source: described(
    v.nullable(v.string()),
    "",
    "what the file says of itself: model, GPUs, who measured it; null: nothing",
  ),
  shipped: flag("whether it was chosen by name from those of this package"),
  engines: count("engines", "engines that have it"),
});

const engine = v.strictObject({
  id: text("its id"),
  role: oneOf(ROLES, "the role that it begins with"),
  profile: described(profile(), "", "what it can do, as measured"),
});

/** Inputs of one or more replays in a document, exactly as they were given. */
export const inputEntries = {
  trace: described(trace, "", "what was replayed"),
  config: described(thresholds(), "", "the configuration in force"),
  policy: text("what decides which split is best"),
  urgent: flag("whether a waiting request that will miss its TTFT called for a decision at once"),
  while_unavailable: oneOf(["hold", "rebalance"], "what the controller did while an engine was unavailable"),
  simulation: described(simulation(), "", "options of the simulated fleet, as far as they were set"),
  profiles: described(v.array(named), "", "where the engines' profiles come from; without those of unknown origin"),
  engines: described(v.array(engine), "", "the engines, in the order in which they joined"),
};
