import { readArgument } from "../check";
import { MAX_ENGINES } from "../config";
import { ArgumentError } from "../errors";
import type { ScoreRow } from "../wasm/score-rows";
import type { ScoringInputs } from "./scoring-inputs";

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

/** How many splits leave no role without an engine. @throws ArgumentError for a snapshot that no pool has made */
export function innerSplits(snapshot: ScoringInputs): number {
  const rule = `must be one that a pool made, of at most ${MAX_ENGINES} engines`;
  return readArgument("snapshot", rule, snapshot, () => {
    const engines = snapshot.prefillEngines + snapshot.decodeEngines;
    if (!(Number.isInteger(engines) && engines <= MAX_ENGINES)) throw new ArgumentError("snapshot", rule, engines);
    return Math.max(0, engines - 1);
  });
}

/** A score of the core, as the host tells it. */
export function splitScore(prefill: number, decode: number, row: ScoreRow): SplitScore {
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
