import { version as PACKAGE_VERSION } from "../../package.json";
import type { Config } from "../config";
import type { ControllerOptions } from "../control/controller-options";
import type { Fleet } from "../fleet";
import type { EngineProfile } from "../profile";
import { snakeCase } from "../schema";
import type { Json } from "../wire";
import { toExact } from "./exact";

/** Inputs of a meta row. */
export interface MetaSubject {
  readonly config: Config;
  readonly fleet: Fleet;
  readonly startedS: number;
  readonly options: Pick<ControllerOptions, "applyMoves" | "whileUnavailable"> & {
    readonly urgent: boolean;
    /** Name of the policy, where one was given. */
    readonly policy?: string;
  };
}

/**
 * The row that a journal's file, or a process's event log, begins with: whatever is needed to read the rows after it.
 * Its numbers are exact.
 */
export interface MetaRow {
  readonly type: "meta";
  /** When, in seconds. */
  readonly at_s: Json;
  readonly schema: string;
  readonly version: number;
  /** Version of the package that wrote it. */
  readonly package_version: string;
  /** When the pool was made. */
  readonly started_s: Json;
  /** How the pool acts, as far as they are known. */
  readonly options: Json;
  readonly config: Json;
  /** The engines, as they are at the time of the row, in fleet order. */
  readonly engines: readonly EngineRow[];
}

/** An engine of a meta row. */
export interface EngineRow {
  readonly id: string;
  readonly role: string;
  readonly available: boolean;
  readonly pinned: boolean;
  readonly profile: Json;
}

/** Makes the meta row of a schema. */
export function metaRow(schema: string, version: number, subject: MetaSubject, atS: number): MetaRow {
  const { config, fleet, startedS, options } = subject;
  return {
    type: "meta",
    at_s: toExact(atS),
    schema,
    version,
    package_version: PACKAGE_VERSION,
    started_s: toExact(startedS),
    options: toExact(options),
    config: toExact(config),
    engines: fleet.engines.map(engineRow),
  };
}

/** An engine's settings as rows have them. */
export function engineRow({ id, role, available, pinned, profile }: Fleet["engines"][number]): EngineRow {
  return { id, role, available: Boolean(available), pinned: Boolean(pinned), profile: profileRow(profile) };
}

/**
 * A profile, exactly. A field that is there and undefined is null: two profiles that differ in no more than that are
 * two to the sums over profiles, which may differ in their last bit.
 */
export function profileRow(profile: EngineProfile | null): Json {
  if (profile === null) return null;
  return Object.fromEntries(
    Object.entries(profile).map(([name, value]) => [snakeCase(name), value === undefined ? null : toExact(value)]),
  );
}

/** The version of this package. */
export { PACKAGE_VERSION };
