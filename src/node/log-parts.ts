import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";

/**
 * The files of a log that was rotated, oldest first: `path.1`, `path.2`, .. and `path` itself, as far as they exist.
 *
 * @throws what reading the folder throws
 */
export function logParts(path: string): string[] {
  const older = rotatedNumbers(path).map((number) => `${path}.${number}`);
  return existsSync(path) ? [...older, path] : older;
}

/**
 * Sets the log's file aside as its newest older part. It is one rename: whatever moment the process dies at, every row
 * is in exactly one file.
 *
 * @throws what the system says; then nothing has changed
 */
export function setAside(path: string): void {
  const newest = rotatedNumbers(path).at(-1) ?? 0;
  renameSync(path, `${path}.${newest + 1}`);
}

/** Deletes the oldest parts beyond `keep`. One that cannot be deleted is left to the next time. */
export function dropOldParts(path: string, keep: number): void {
  const numbers = rotatedNumbers(path);
  for (const number of numbers.slice(0, Math.max(0, numbers.length - keep))) {
    try {
      rmSync(`${path}.${number}`);
    } catch {
      return;
    }
  }
}

/** Numbers of the older parts, ascending. */
function rotatedNumbers(path: string): number[] {
  const prefix = `${basename(path)}.`;
  const ends = readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  return ends
    .filter((end) => /^[1-9]\d*$/.test(end))
    .map(Number)
    .sort((a, b) => a - b);
}
