import fc, { type RunDetails } from "fast-check";
import { TARGETS, type Target } from "./targets";

/** How long, or how often, a target is run. */
export interface Bounds {
  readonly seed: number;
  readonly runs?: number;
  readonly seconds?: number;
  /** A path of fast-check: the one case that it leads to. */
  readonly path?: string;
}

/** What running a target came to. */
export interface Fuzzed {
  readonly runs: number;
  /** How it failed, shrunk, and the command that replays it; null: it did not. */
  readonly failure: string | null;
}

/** Runs a target. */
export async function fuzz(name: string, { seed, runs, seconds, path }: Bounds): Promise<Fuzzed> {
  const details = await fc.check(TARGETS[name] as Target & fc.IAsyncProperty<unknown>, {
    seed,
    numRuns: runs ?? Number.MAX_SAFE_INTEGER,
    ...(seconds !== undefined && { interruptAfterTimeLimit: 1000 * seconds }),
    ...(path !== undefined && { path, endOnFailure: true }),
  });
  return { runs: details.numRuns, failure: details.failed ? failureOf(name, details) : null };
}

function failureOf(name: string, details: RunDetails<unknown>): string {
  const { seed, counterexamplePath, counterexample, errorInstance } = details;
  return [
    `${name} failed: ${(errorInstance as Error | null)?.stack ?? errorInstance}`,
    `with ${fc.stringify(counterexample)}`,
    `replay it: npm run fuzz -- --target ${name} --seed ${seed} --path ${counterexamplePath}`,
  ].join("\n");
}
