import { ProfileError } from "../errors";

/** Where a profile was read from: how reports name it. Nothing is computed from it. */
export interface ProfileOrigin {
  /** Base name of its file. */
  readonly file: string;
  /** Source that the file names (its field `source`); null: nothing. */
  readonly source: string | null;
  /** Whether it was chosen by name from those of this package. */
  readonly shipped: boolean;
}

/** A profile of a replay, and how many of the engines have it. */
export interface NamedProfile extends ProfileOrigin {
  readonly engines: number;
}

/**
 * Remarks of a profile's document about itself. Its numbers are checked elsewhere.
 *
 * @param engine the engine's id, or the file, for the error
 * @throws ProfileError for a `source` that is not a text
 */
export function originOf(engine: string, json: unknown, file: string, shipped: boolean): ProfileOrigin {
  const { source = null } = json as { readonly source?: unknown };
  if (source !== null && typeof source !== "string") throw new ProfileError(engine, "source", "must be a text", source);
  return { file, source, shipped };
}

/** The profiles of some engines, in the order in which they first occur; those of unknown origin are left out. */
export function profilesOf(engines: readonly { readonly origin?: ProfileOrigin }[]): NamedProfile[] {
  const origins = engines.flatMap(({ origin }) => origin ?? []);
  const keyOf = ({ file, source, shipped }: ProfileOrigin) => JSON.stringify([file, source, shipped]);
  return [...new Map(origins.map((origin) => [keyOf(origin), origin])).entries()].map(([key, origin]) => ({
    file: origin.file,
    source: origin.source,
    shipped: origin.shipped,
    engines: origins.filter((other) => keyOf(other) === key).length,
  }));
}
