import * as v from "valibot";

// Building blocks of document schemas: each field has a unit and a meaning.

/** A schema with a unit ("" for none) and a meaning. */
export const described = <const T extends v.GenericSchema>(schema: T, unit: string, description: string) =>
  v.pipe(schema, v.metadata({ unit }), v.description(description));

/** A number: JSON has only finite ones. */
export const real = (unit: string, description: string) => described(v.pipe(v.number(), v.finite()), unit, description);

/** A number, or null. */
export const realOrNull = (unit: string, description: string) =>
  described(v.nullable(v.pipe(v.number(), v.finite())), unit, description);

/** A number that is never negative. */
export const notNegative = (unit: string, description: string) =>
  described(v.pipe(v.number(), v.finite(), v.minValue(0)), unit, description);

/** A whole number of things, of which there may be none. */
export const count = (unit: string, description: string) =>
  described(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), unit, description);

/** True or false. */
export const flag = (description: string) => described(v.boolean(), "", description);

/** Any text. */
export const text = (description: string) => described(v.string(), "", description);

/** One of some texts. */
export const oneOf = <const T extends readonly string[]>(texts: T, description: string) =>
  described(v.picklist(texts), "", description);

/** Counts by a name that is data. */
export const counts = (unit: string, description: string) =>
  described(v.record(v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0))), unit, description);
