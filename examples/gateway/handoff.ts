import { existsSync, readFileSync, renameSync, statSync } from "node:fs";
import type { Pool } from "narwhal-slo";
import { saveSnapshot } from "narwhal-slo/node";

/** Where the accounts of a process are left for its successor. */
export interface Handoff {
  readonly path: string;
  /** How old a snapshot may be, in seconds. */
  readonly maxAgeS: number;
  readonly log: (line: string) => void;
}

/** A file that is not even tried. */
class UnusableFileError extends Error {
  readonly code = "ERR_GATEWAY_SNAPSHOT";
}

/**
 * Goes on with the accounts of a predecessor. A snapshot that cannot be used, whatever is wrong with it, is one line of
 * the log, and the pool begins cold.
 *
 * @returns whether the pool has taken over a snapshot
 */
export function takeOver(pool: Pool, handoff: Handoff): boolean {
  const { path, log } = handoff;
  if (!existsSync(path)) {
    log(`snapshot ${path}: not found; the pool begins cold`);
    return false;
  }
  try {
    const ageS = restore(pool, handoff);
    log(`snapshot ${path}: taken over, ${ageS.toFixed(1)} s old`);
    return true;
  } catch (error) {
    log(`snapshot ${path}: ${reasonOf(error)}; the pool begins cold`);
    return false;
  }
}

/** Leaves the accounts for a successor. A disk that is full is one line of the log. */
export function leaveSnapshot(pool: Pool, { path, log }: Handoff): void {
  try {
    saveSnapshot(path, pool.snapshot());
    log(`snapshot ${path}: written`);
  } catch (error) {
    log(`snapshot ${path}: ${reasonOf(error)}; the next process begins cold`);
  }
}

/** @returns how old the snapshot is, in seconds */
function restore(pool: Pool, { path, maxAgeS }: Handoff): number {
  const stats = statSync(path);
  const { maxMemoryBytes } = pool.config;
  // A later time than now: the clock was set back.
  const ageS = Math.max(0, (Date.now() - stats.mtimeMs) / 1000);
  if (!stats.isFile()) throw new UnusableFileError("not_a_file: it is a folder, a device or a pipe");
  if (stats.size > maxMemoryBytes) throw new UnusableFileError(`too_large: ${stats.size} bytes`);
  if (ageS > maxAgeS) throw new UnusableFileError(`too_old: ${Math.round(ageS)} s, at most ${maxAgeS} s`);
  const bytes = readFileSync(path);
  // It is tried once: should the process die of it, the next one begins cold.
  renameSync(path, `${path}.taken`);
  pool.restore(bytes, { elapsedS: ageS });
  return ageS;
}

/** A stable code and what is wrong, in one line. Errors of the system begin with their code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : error.name;
  return error.message.startsWith(code) ? error.message : `${code}: ${error.message}`;
}
