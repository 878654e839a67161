import {
  PRICE_DECODE,
  PRICE_EXPECTED,
  PRICE_GAPS,
  PRICE_PREFILL,
  PRICE_RESIDENT,
  PROFILE_KV_CAPACITY,
  PROFILE_MAX_KV,
  PROFILE_MAX_OUTPUT,
  PROFILE_MAX_PREFILL,
  PROFILE_MAX_REQUESTS,
  PROFILE_MIN_KV,
  PROFILE_MIN_OUTPUT,
  PROFILE_MIN_PREFILL,
  PROFILE_MIN_REQUESTS,
  PROFILE_TPOT_INTERCEPT,
  PROFILE_TPOT_REQUEST_SLOPE,
  PROFILE_TPOT_SLOPE,
  PROFILE_TTFT_A,
  PROFILE_TTFT_B,
  PROFILE_TTFT_C,
  PROFILE_WEIGHT,
  SCORE_CORRECTION,
  SCORE_COVERED,
  SCORE_KV_CAPACITY,
  SCORE_OBJECTIVE,
  SCORE_PENDING_REQUESTS,
  SCORE_PENDING_TOKENS,
  SCORE_QUEUE,
  SCORE_REQUEST_LIMIT,
  SCORE_REQUESTS,
  SCORE_SLO_CAPACITY,
  SCORE_TOKENS,
  SCORE_TPOT,
  SCORE_TTFT,
  SNAPSHOT_ACTIVE_ENGINES,
  SNAPSHOT_CORRECTION,
  SNAPSHOT_DECODE_DEMAND,
  SNAPSHOT_DECODE_ENGINES,
  SNAPSHOT_DECODE_PRESSURE,
  SNAPSHOT_MAX_INPUT,
  SNAPSHOT_MAX_OUTPUT,
  SNAPSHOT_MIN_INPUT,
  SNAPSHOT_MIN_OUTPUT,
  SNAPSHOT_PENDING_REQUESTS,
  SNAPSHOT_PENDING_TOKENS,
  SNAPSHOT_PENDING_UNCOVERED,
  SNAPSHOT_PENDING_WORK_S,
  SNAPSHOT_PREFILL_DEMAND,
  SNAPSHOT_PREFILL_ENGINES,
  SNAPSHOT_PREFILL_PRESSURE,
  SNAPSHOT_RESIDENT_PREFILL_S,
  SNAPSHOT_RESIDENT_REQUESTS,
  SNAPSHOT_RESIDENT_TOKENS,
  SNAPSHOT_RESIDENTS_IN_DOMAIN,
  SNAPSHOT_TPOT_SLO_S,
  SNAPSHOT_TTFT_SLO_S,
  SNAPSHOT_UTILIZATION,
} from "../../assembly/layout";
import type { EngineProfile } from "../profile";

/** A price (semantics, section 6); `gaps` holds the GAP_ bits of layout.ts. */
export interface PriceRow {
  readonly prefillEngines: number;
  readonly decodeEngines: number;
  readonly residentEngines: number;
  readonly expectedEngines: number;
  readonly gaps: number;
}

/** The frozen inputs of split scores (semantics, section 8). */
export interface SnapshotRow {
  readonly prefillEngines: number;
  readonly decodeEngines: number;
  readonly prefillPressure: number;
  readonly decodePressure: number;
  readonly residentPrefillS: number;
  readonly residentDecodeTokens: number;
  readonly residentDecodeRequests: number;
  readonly activeDecodeEngines: number;
  readonly decodeCorrection: number;
  readonly residentsInDomain: boolean;
  readonly ttftSloS: number;
  readonly tpotSloS: number;
  readonly utilization: number;
  readonly offeredInputs: LengthRange;
  readonly offeredOutputs: LengthRange;
}

/** The demand of a snapshot, in engines. */
export type DemandRow = Pick<PriceRow, "prefillEngines" | "decodeEngines">;

/** Least and largest of some lengths; null if there are none. */
export type LengthRange = readonly [least: number, largest: number] | null;

/** A split's score as the core gives it; -1 stands for null, Infinity is meant. */
export interface ScoreRow {
  readonly ttft: number;
  readonly tpot: number;
  readonly objective: number;
  readonly queue: number;
  readonly decodeTokens: number;
  readonly sloCapacityTokens: number;
  readonly kvCapacityTokens: number;
  readonly requestLimit: number;
  readonly decodeRequests: number;
  readonly pendingRequests: number;
  readonly pendingTokens: number;
  readonly covered: boolean;
  readonly correction: number;
}

/** Writes a profile into its row of the table. */
export function writeProfile(row: Float64Array, profile: EngineProfile, engines: number): void {
  put(row, PROFILE_WEIGHT, engines);
  put(row, PROFILE_TTFT_A, profile.ttftA);
  put(row, PROFILE_TTFT_B, profile.ttftB);
  put(row, PROFILE_TTFT_C, profile.ttftC);
  put(row, PROFILE_TPOT_SLOPE, profile.tpotSlope);
  put(row, PROFILE_TPOT_INTERCEPT, profile.tpotIntercept);
  put(row, PROFILE_TPOT_REQUEST_SLOPE, profile.tpotRequestSlope);
  put(row, PROFILE_KV_CAPACITY, profile.kvCapacityTokens ?? Number.POSITIVE_INFINITY);
  put(row, PROFILE_MIN_REQUESTS, profile.decodeMinRequests);
  put(row, PROFILE_MAX_REQUESTS, profile.decodeMaxRequests);
  put(row, PROFILE_MIN_KV, profile.decodeMinKvTokens);
  put(row, PROFILE_MAX_KV, profile.decodeMaxKvTokens);
  put(row, PROFILE_MIN_PREFILL, profile.prefillMinTokens ?? 0);
  put(row, PROFILE_MAX_PREFILL, profile.prefillMaxTokens ?? Number.POSITIVE_INFINITY);
  put(row, PROFILE_MIN_OUTPUT, profile.decodeMinOutputTokens ?? 0);
  put(row, PROFILE_MAX_OUTPUT, profile.decodeMaxOutputTokens ?? Number.POSITIVE_INFINITY);
}

export function readPrice(view: Float64Array): PriceRow {
  return {
    prefillEngines: at(view, PRICE_PREFILL),
    decodeEngines: at(view, PRICE_DECODE),
    residentEngines: at(view, PRICE_RESIDENT),
    expectedEngines: at(view, PRICE_EXPECTED),
    gaps: at(view, PRICE_GAPS),
  };
}

/** Writes a snapshot without pending shapes; the core adds them. */
export function writeSnapshot(view: Float64Array, row: SnapshotRow, demand: DemandRow): void {
  const [leastInput, largestInput] = row.offeredInputs ?? EMPTY;
  const [leastOutput, largestOutput] = row.offeredOutputs ?? EMPTY;
  put(view, SNAPSHOT_PREFILL_DEMAND, demand.prefillEngines);
  put(view, SNAPSHOT_DECODE_DEMAND, demand.decodeEngines);
  put(view, SNAPSHOT_PREFILL_ENGINES, row.prefillEngines);
  put(view, SNAPSHOT_DECODE_ENGINES, row.decodeEngines);
  put(view, SNAPSHOT_PREFILL_PRESSURE, row.prefillPressure);
  put(view, SNAPSHOT_DECODE_PRESSURE, row.decodePressure);
  put(view, SNAPSHOT_RESIDENT_PREFILL_S, row.residentPrefillS);
  put(view, SNAPSHOT_RESIDENT_TOKENS, row.residentDecodeTokens);
  put(view, SNAPSHOT_RESIDENT_REQUESTS, row.residentDecodeRequests);
  put(view, SNAPSHOT_ACTIVE_ENGINES, row.activeDecodeEngines);
  put(view, SNAPSHOT_CORRECTION, row.decodeCorrection);
  put(view, SNAPSHOT_RESIDENTS_IN_DOMAIN, row.residentsInDomain ? 1 : 0);
  put(view, SNAPSHOT_TTFT_SLO_S, row.ttftSloS);
  put(view, SNAPSHOT_TPOT_SLO_S, row.tpotSloS);
  put(view, SNAPSHOT_UTILIZATION, row.utilization);
  put(view, SNAPSHOT_MIN_INPUT, leastInput);
  put(view, SNAPSHOT_MAX_INPUT, largestInput);
  put(view, SNAPSHOT_MIN_OUTPUT, leastOutput);
  put(view, SNAPSHOT_MAX_OUTPUT, largestOutput);
  put(view, SNAPSHOT_PENDING_WORK_S, 0);
  put(view, SNAPSHOT_PENDING_TOKENS, 0);
  put(view, SNAPSHOT_PENDING_REQUESTS, 0);
  put(view, SNAPSHOT_PENDING_UNCOVERED, 0);
}

const EMPTY = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const;

export function readScore(view: Float64Array): ScoreRow {
  return {
    ttft: at(view, SCORE_TTFT),
    tpot: at(view, SCORE_TPOT),
    objective: at(view, SCORE_OBJECTIVE),
    queue: at(view, SCORE_QUEUE),
    decodeTokens: at(view, SCORE_TOKENS),
    sloCapacityTokens: at(view, SCORE_SLO_CAPACITY),
    kvCapacityTokens: at(view, SCORE_KV_CAPACITY),
    requestLimit: at(view, SCORE_REQUEST_LIMIT),
    decodeRequests: at(view, SCORE_REQUESTS),
    pendingRequests: at(view, SCORE_PENDING_REQUESTS),
    pendingTokens: at(view, SCORE_PENDING_TOKENS),
    covered: at(view, SCORE_COVERED) !== 0,
    correction: at(view, SCORE_CORRECTION),
  };
}

/** The f64 at a byte offset of a region. */
function at(view: Float64Array, offset: number): number {
  return view[offset / 8] as number;
}

function put(view: Float64Array, offset: number, value: number): void {
  view[offset / 8] = value;
}
