import type { Accounting } from "../accounting/accounting";
import { checkIsNumber, ownFields } from "../check";
import type { Core } from "../wasm/core";
import { innerSplits, type ScoreOptions, type SplitScore, splitScore } from "./scores";
import { checkInputs, type ScoringInputs } from "./scoring-inputs";

/** Scores splits of frozen snapshots, in the core of an account. */
export class SplitScorer {
  readonly #accounting: Accounting;
  /** The snapshot whose inputs lie in the core. */
  #frozen: ScoringInputs | null = null;
  /** The snapshot that was taken last. */
  #newest: ScoringInputs | null = null;

  /** @internal Use `scorerOf`: a core holds the inputs of one scorer. */
  constructor(accounting: Accounting) {
    this.#accounting = accounting;
  }

  /** A snapshot of the account was taken: it needs no check. */
  trust(snapshot: ScoringInputs): void {
    this.#newest = snapshot;
  }

  /** As `scoreSplit`. */
  score(snapshot: ScoringInputs, prefill: number, options?: ScoreOptions): SplitScore {
    const { decodeOverride = null, includeResident = true } =
      options === undefined ? {} : ownFields("options", options);
    checkIsNumber("prefill", prefill);
    if (decodeOverride !== null) checkIsNumber("decodeOverride", decodeOverride);
    const row = this.#freeze(snapshot).score(prefill, decodeOverride, includeResident);
    const decode = snapshot.prefillEngines + snapshot.decodeEngines - prefill;
    return splitScore(prefill, decode, row);
  }

  /** The core, with the inputs of a snapshot and its profiles in force. */
  #freeze(snapshot: ScoringInputs): Core {
    const known = this.#frozen === snapshot;
    if (snapshot === null || (!known && this.#newest !== snapshot)) checkInputs(snapshot);
    const core = this.#accounting.coreWith(snapshot.profiles);
    if (!known) core.freeze(snapshot, snapshot.demand, snapshot.pendingShapes);
    this.#frozen = snapshot;
    return core;
  }
}

const scorers = new WeakMap<Accounting, SplitScorer>();

/** The one scorer of an account. */
export function scorerOf(accounting: Accounting): SplitScorer {
  const known = scorers.get(accounting);
  if (known) return known;
  const scorer = new SplitScorer(accounting);
  scorers.set(accounting, scorer);
  return scorer;
}

/**
 * Scores one split of a frozen snapshot.
 *
 * @param prefill prefill engines, 0 .. n; the two ends cannot serve and score Infinity
 * @throws ArgumentError for anything but a number, or a snapshot that no pool has made
 */
export function scoreSplit(
  accounting: Accounting,
  snapshot: ScoringInputs,
  prefill: number,
  options?: ScoreOptions,
): SplitScore {
  return scorerOf(accounting).score(snapshot, prefill, options);
}

/** Scores of every split 1 .. n - 1, fewest prefill engines first. @throws ArgumentError as `scoreSplit` does */
export function scoreSplits(accounting: Accounting, snapshot: ScoringInputs, options?: ScoreOptions): SplitScore[] {
  const scorer = scorerOf(accounting);
  const inner = innerSplits(snapshot);
  return Array.from({ length: inner }, (_, index) => scorer.score(snapshot, index + 1, options));
}
