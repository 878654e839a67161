import * as v from "valibot";
import { described, flag, text } from "../schema-fields";

// The parts of rows that both logs have.

const odd = v.strictObject({ f64: v.picklist(["NaN", "Infinity", "-Infinity", "-0"]) });

/** A number to the bit: what JSON lacks is an object that stands for it. */
export const exact = (unit: string, description: string) =>
  described(v.union([v.pipe(v.number(), v.finite()), odd]), unit, description);

const json = (description: string) => described(v.record(v.string(), v.any()), "", description);

/** An engine, as rows have it. */
export const engineSchema = v.strictObject({
  id: text("its id"),
  role: text("its role"),
  available: flag("whether it can take work"),
  pinned: flag("whether it keeps its role"),
  profile: described(v.nullable(v.record(v.string(), v.any())), "", "what it can do, as measured; null if unknown"),
});

/** The row that a log begins with. */
export const metaSchema = <const Name extends string, const Version extends number>(name: Name, version: Version) =>
  v.strictObject({
    type: v.literal("meta"),
    at_s: exact("s", "when the row was written"),
    schema: v.literal(name),
    version: v.literal(version),
    package_version: text("version of the package that wrote it"),
    started_s: exact("s", "when the pool was made"),
    options: json("how the pool acts"),
    config: json("the configuration in force"),
    engines: described(v.array(engineSchema), "", "the engines, in the order in which they joined"),
  });
