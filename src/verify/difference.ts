/** Where two values differ. `field` is the path to it, its parts joined by dots; what is missing is undefined. */
export interface FieldDifference {
  readonly field: string;
  readonly logged: unknown;
  readonly replayed: unknown;
}

/** The first difference between two plain values, numbers to the bit; null if there is none. */
export function firstDifference(logged: unknown, replayed: unknown, field: string): FieldDifference | null {
  if (!isTree(logged) || !isTree(replayed)) return Object.is(logged, replayed) ? null : { field, logged, replayed };
  const names = new Set([...Object.keys(logged), ...Object.keys(replayed)]);
  for (const name of names) {
    const path = field === "" ? name : `${field}.${name}`;
    const difference = firstDifference(logged[name], replayed[name], path);
    if (difference) return difference;
  }
  return null;
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
