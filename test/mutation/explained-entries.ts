/** Changes of one declaration that no test can notice, and why. */
export interface Explained {
  readonly path: string;
  /** The function, method, field or constant that is changed, as `placeOf` names it. */
  readonly within: string;
  /** As `placeOf` words them; "all": whatever is changed in it. */
  readonly changes: readonly string[] | "all";
  readonly why: string;
}

/** Entries of one file. */
export function inFile(path: string, entries: readonly Omit<Explained, "path">[]): Explained[] {
  return entries.map((entry) => ({ path, ...entry }));
}

export const WRITTEN = "It is written before it is read.";
export const ANEW = "It is then computed again more often, with the same result: it only saves work.";

/** Variables that functions hand numbers on in begin with a value that nobody reads. */
export function writtenBeforeRead(path: string, change: string, names: readonly string[]): Explained[] {
  return names.map((within) => ({ path, within, changes: [change], why: WRITTEN }));
}
