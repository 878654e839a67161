import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { ArgumentError } from "../errors";

/**
 * The files of a log that was rotated, oldest first: `path.1`, `path.2`, .. and `path` itself, as far as they exist.
 *
 * @throws ArgumentError for an invalid name; errors of reading the folder
 */
export function logParts(path: string): string[] {
  if (typeof path !== "string") throw new ArgumentError("path", "must be the name of a file", path);
  const older = rotatedNumbers(path).map((number) => `${path}.${number}`);
  return existsSync(path) ? [...older, path] : older;
}

/**
 * Sets the log's file aside as its newest older part. It is one rename: whatever moment the process dies at, every row
 * is in exactly one file.
 *
 * @returns its new path
 * @throws what the system says; then nothing has changed
 */
export function setAside(path: string): string {
  const newest = rotatedNumbers(path).at(-1) ?? 0;
  const aside = `${path}.${newest + 1}`;
  renameSync(path, aside);
  return aside;
}

/** Takes a part that was set aside back into its place, if that can be. */
export function putBack(aside: string, path: string): void {
  try {
    renameSync(aside, path);
  } catch {
    // Its rows are where they are.
  }
}

/** Deletes the oldest parts beyond `keep`. What cannot be deleted is left to the next time. */
export function dropOldParts(path: string, keep: number): void {
  try {
    const numbers = rotatedNumbers(path);
    const dropped = numbers.slice(0, Math.max(0, numbers.length - keep));
    for (const number of dropped) rmSync(`${path}.${number}`);
  } catch {
    // Rows that are kept too long harm nobody.
  }
}

/** Numbers of the older parts, ascending. */
function rotatedNumbers(path: string): number[] {
  const prefix = `${basename(path)}.`;
  const ends = readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  return (
    ends
      // More digits than a number has exactly are no part: the next one would have the same name.
      .filter((end) => /^[1-9]\d{0,14}$/.test(end))
      .map(Number)
      .sort((a, b) => a - b)
  );
}
