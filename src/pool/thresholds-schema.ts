import * as v from "valibot";
import { type Config, configSchema } from "../config";
import { snakeCase } from "../schema";
import { described } from "../schema-fields";
import type { Snake } from "../wire";

type Thresholds = { [Name in keyof Config as Snake<Name>]: v.GenericSchema<Config[Name]> };

function fieldSchema(name: keyof Config): v.GenericSchema {
  if (name === "advisory") return v.boolean();
  return name === "overflow" ? v.picklist(["spec", "binned"]) : v.pipe(v.number(), v.finite());
}

/** The configuration in force, as documents show it: units and meanings are those of `configSchema`. */
export function thresholds() {
  const fields = Object.entries(configSchema.entries).map(([name, entry]) => {
    const field = "wrapped" in entry ? entry.wrapped : entry;
    const value = fieldSchema(name as keyof Config);
    const { unit } = v.getMetadata(field) as { unit: string };
    return [snakeCase(name), described(value, unit, v.getDescription(field) as string)];
  });
  return v.strictObject(Object.fromEntries(fields) as Thresholds);
}
