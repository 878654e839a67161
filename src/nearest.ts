/** `did you mean windowS?` for `windows`, as the end of an error message; null where no known name is near. */
export function didYouMean(name: string, known: readonly string[]): string | null {
  const near = nearest(name, known);
  return near === null ? null : `did you mean ${near}?`;
}

/** The known name that differs in the fewest letters: a third of them at most. Case does not count. */
function nearest(name: string, known: readonly string[]): string | null {
  if (name.length > LONGEST) return null;
  let found: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const letters = distance(name.toLowerCase(), candidate.toLowerCase());
    if (letters >= least || letters > Math.max(name.length, candidate.length) / 3) continue;
    found = candidate;
    least = letters;
  }
  return found;
}

/** A longer name is no slip of the pen, and would take its time. */
const LONGEST = 64;

/** Letters that have to be added, dropped or changed (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 0; i < from.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const changed = at(row, j) + (from[i] === to[j] ? 0 : 1);
      next.push(Math.min(changed, at(row, j + 1) + 1, at(next, j) + 1));
    }
    row = next;
  }
  return at(row, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] as number;
}
