import type { NarwhalError } from "../errors";

/**
 * Faults on the handles of a pool, without harm: a move that the request's state does not allow, by the
 * move's name; an engine that is not known; a length or a time that is not one; an event of a request whose engine
 * was removed; an event stamped further ahead than `maxFutureS`; a size that came after `offerTimeoutS`; an event
 * stamped ahead by less, which counts now; more cached tokens than the input has, which count as all of it; a clock that
 * went back; a clock that jumped ahead by more than `maxFutureS`; a first token stamped before the arrival, or a token
 * or an end before the first token, which counts with what it follows; an output length below the tokens that were
 * streamed, which count.
 */
export const ANOMALY_KINDS = [
  "size",
  "reprice",
  "wait",
  "prefill",
  "first_token",
  "decode",
  "token",
  "retry",
  "end",
  "unknown_engine",
  "invalid_length",
  "invalid_time",
  "engine_removed",
  "future_time",
  "late_size",
  "ahead_time",
  "cached_length",
  "clock_back",
  "clock_ahead",
  "early_time",
  "output_length",
] as const;

/** A kind of anomaly. */
export type AnomalyKind = (typeof ANOMALY_KINDS)[number];

/** Counts of anomalies by kind. */
export type AnomalyCounts = Readonly<Record<AnomalyKind, number>>;

/** Counts the wrong moves of a pool's handles; in strict mode it throws them, too. */
export class Anomalies {
  readonly kinds = ANOMALY_KINDS;
  readonly #strict: boolean;
  readonly #counts: Record<AnomalyKind, number>;

  constructor(strict: boolean) {
    this.#strict = strict;
    this.#counts = Object.fromEntries(ANOMALY_KINDS.map((kind) => [kind, 0])) as Record<AnomalyKind, number>;
  }

  /**
   * Counts one, for a call that has changed nothing.
   *
   * @throws what `error` makes, in strict mode
   */
  count(kind: AnomalyKind, error?: () => NarwhalError): void {
    this.#counts[kind] += 1;
    if (this.#strict && error) throw error();
  }

  /** @internal Counts go on from another pool's. */
  importCounts(counts: Readonly<Record<string, number>>): void {
    Object.assign(this.#counts, counts);
  }

  counts(): AnomalyCounts {
    return { ...this.#counts };
  }
}
