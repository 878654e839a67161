import * as v from "valibot";

// Building blocks of the simulated fleet's options: each field has a rule, a default, a unit and a meaning.

/** An option with its default, unit ("" for none) and meaning. */
export const field = <T extends v.GenericSchema<unknown>>(
  schema: T,
  fallback: v.InferInput<T>,
  unit: string,
  description: string,
) => v.optional(v.pipe(schema, v.metadata({ unit }), v.description(description)), fallback);

const real = v.pipe(v.number("must be a number"), v.finite("must be finite"));

/** A number > 0. */
export const positive = v.pipe(real, v.gtValue(0, "must be > 0"));

/** A number >= 0. */
export const notNegative = v.pipe(real, v.minValue(0, "must be >= 0"));

/** A number, 0 .. 1. */
export const ratio = v.pipe(notNegative, v.maxValue(1, "must be <= 1"));

/** True or false. */
export const flag = v.boolean("must be true or false");

/** A whole number of the range, both ends included. */
export const whole = (least: number, most: number) =>
  v.pipe(
    real,
    v.integer("must be whole"),
    v.minValue(least, `must be >= ${least}`),
    v.maxValue(most, `must be <= ${most}`),
  );

/** One of some names. */
export const choice = <const T extends readonly [string, ...string[]]>(...names: T) =>
  v.picklist(names, `must be ${names.map((name) => `"${name}"`).join(" or ")}`);
