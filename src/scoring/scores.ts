import type { Accounting } from "../accounting/accounting";
import { checkIsNumber, ownFields, readArgument } from "../check";
import { MAX_ENGINES } from "../config";
import { ArgumentError } from "../errors";
import type { ScoreRow } from "../wasm/score-rows";
import type { DecisionSnapshot } from "./scoring-inputs";

/** How one split of the engines would do (semantics, section 8). Ratios above 1 miss the SLO; Infinity: cannot do. */
export interface SplitScore {
  readonly prefill: number;
  readonly decode: number;
  readonly ttftRatio: number;
  readonly tpotRatio: number;
  /** The largest of the three ratios: less is better. */
  readonly objective: number;
  /** Work that waits for decode, in units of the TTFT limit. */
  readonly decodeQueueRatio: number;
  readonly decodeTokensPerEngine: number;
  /** KV tokens of one engine at the TPOT limit; null: no limit, or no profiles. */
  readonly decodeSloCapacityTokens: number | null;
  /** The least KV capacity; null unless every profile gives one. */
  readonly decodeKvCapacityTokens: number | null;
  readonly decodeRequestLimit: number | null;
  readonly decodeRequestsPerEngine: number;
  readonly pendingDecodeRequests: number;
  readonly pendingDecodeTokens: number;
  /** Whether all that it would serve lies in the profiles' measured domain. */
  readonly decodeProfileCovered: boolean;
  readonly decodeCorrection: number;
}

/** How to score: `decodeOverride` is the least decode demand of splits other than the current one. */
export interface ScoreOptions {
  readonly decodeOverride?: number | null;
  /** Whether residents and pending work count. Default true. */
  readonly includeResident?: boolean;
}

/**
 * Scores one split of a frozen snapshot.
 *
 * @param prefill prefill engines, 0 .. n; the two ends cannot serve and score Infinity
 * @throws ArgumentError for what is no number, or a snapshot that no pool has made
 */
export function scoreSplit(
  accounting: Accounting,
  snapshot: DecisionSnapshot,
  prefill: number,
  options?: ScoreOptions,
): SplitScore {
  const { decodeOverride = null, includeResident = true } = options === undefined ? {} : ownFields("options", options);
  checkIsNumber("prefill", prefill);
  if (decodeOverride !== null) checkIsNumber("decodeOverride", decodeOverride);
  const row = accounting.frozenCore(snapshot).score(prefill, decodeOverride, includeResident);
  const decode = snapshot.prefillEngines + snapshot.decodeEngines - prefill;
  return splitScore(prefill, decode, row);
}

/** Scores of every split 1 .. n - 1, fewest prefill engines first. @throws ArgumentError as `scoreSplit` does */
export function scoreSplits(accounting: Accounting, snapshot: DecisionSnapshot, options?: ScoreOptions): SplitScore[] {
  const inner = innerSplits(snapshot);
  return Array.from({ length: inner }, (_, index) => scoreSplit(accounting, snapshot, index + 1, options));
}

function innerSplits(snapshot: DecisionSnapshot): number {
  const rule = `must be one that a pool made, of at most ${MAX_ENGINES} engines`;
  return readArgument("snapshot", rule, snapshot, () => {
    const engines = snapshot.prefillEngines + snapshot.decodeEngines;
    if (!(Number.isInteger(engines) && engines <= MAX_ENGINES)) throw new ArgumentError("snapshot", rule, engines);
    return Math.max(0, engines - 1);
  });
}

function splitScore(prefill: number, decode: number, row: ScoreRow): SplitScore {
  return {
    prefill,
    decode,
    ttftRatio: row.ttft,
    tpotRatio: row.tpot,
    objective: row.objective,
    decodeQueueRatio: row.queue,
    decodeTokensPerEngine: row.decodeTokens,
    decodeSloCapacityTokens: orNull(row.sloCapacityTokens),
    decodeKvCapacityTokens: orNull(row.kvCapacityTokens),
    decodeRequestLimit: orNull(row.requestLimit),
    decodeRequestsPerEngine: row.decodeRequests,
    pendingDecodeRequests: row.pendingRequests,
    pendingDecodeTokens: row.pendingTokens,
    decodeProfileCovered: row.covered,
    decodeCorrection: row.correction,
  };
}

function orNull(value: number): number | null {
  return value < 0 ? null : value;
}
