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
  readonly prefillDemand: number;
  readonly decodeDemand: number;
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

export function writeProfile(view: Float64Array, at: number, profile: EngineProfile, engines: number): void {
  const set = (offset: number, value: number) => {
    view[at + offset / 8] = value;
  };
  set(PROFILE_WEIGHT, engines);
  set(PROFILE_TTFT_A, profile.ttftA);
  set(PROFILE_TTFT_B, profile.ttftB);
  set(PROFILE_TTFT_C, profile.ttftC);
  set(PROFILE_TPOT_SLOPE, profile.tpotSlope);
  set(PROFILE_TPOT_INTERCEPT, profile.tpotIntercept);
  set(PROFILE_TPOT_REQUEST_SLOPE, profile.tpotRequestSlope);
  set(PROFILE_KV_CAPACITY, profile.kvCapacityTokens ?? Number.POSITIVE_INFINITY);
  set(PROFILE_MIN_REQUESTS, profile.decodeMinRequests);
  set(PROFILE_MAX_REQUESTS, profile.decodeMaxRequests);
  set(PROFILE_MIN_KV, profile.decodeMinKvTokens);
  set(PROFILE_MAX_KV, profile.decodeMaxKvTokens);
  set(PROFILE_MIN_PREFILL, profile.prefillMinTokens ?? 0);
  set(PROFILE_MAX_PREFILL, profile.prefillMaxTokens ?? Number.POSITIVE_INFINITY);
  set(PROFILE_MIN_OUTPUT, profile.decodeMinOutputTokens ?? 0);
  set(PROFILE_MAX_OUTPUT, profile.decodeMaxOutputTokens ?? Number.POSITIVE_INFINITY);
}

export function readPrice(view: Float64Array): PriceRow {
  const get = (offset: number) => view[offset / 8] as number;
  return {
    prefillEngines: get(PRICE_PREFILL),
    decodeEngines: get(PRICE_DECODE),
    residentEngines: get(PRICE_RESIDENT),
    expectedEngines: get(PRICE_EXPECTED),
    gaps: get(PRICE_GAPS),
  };
}

/** Writes a snapshot without pending shapes; the core adds them. */
export function writeSnapshot(view: Float64Array, row: SnapshotRow): void {
  const set = (offset: number, value: number) => {
    view[offset / 8] = value;
  };
  const [leastInput, largestInput] = row.offeredInputs ?? EMPTY;
  const [leastOutput, largestOutput] = row.offeredOutputs ?? EMPTY;
  set(SNAPSHOT_PREFILL_DEMAND, row.prefillDemand);
  set(SNAPSHOT_DECODE_DEMAND, row.decodeDemand);
  set(SNAPSHOT_PREFILL_ENGINES, row.prefillEngines);
  set(SNAPSHOT_DECODE_ENGINES, row.decodeEngines);
  set(SNAPSHOT_PREFILL_PRESSURE, row.prefillPressure);
  set(SNAPSHOT_DECODE_PRESSURE, row.decodePressure);
  set(SNAPSHOT_RESIDENT_PREFILL_S, row.residentPrefillS);
  set(SNAPSHOT_RESIDENT_TOKENS, row.residentDecodeTokens);
  set(SNAPSHOT_RESIDENT_REQUESTS, row.residentDecodeRequests);
  set(SNAPSHOT_ACTIVE_ENGINES, row.activeDecodeEngines);
  set(SNAPSHOT_CORRECTION, row.decodeCorrection);
  set(SNAPSHOT_RESIDENTS_IN_DOMAIN, row.residentsInDomain ? 1 : 0);
  set(SNAPSHOT_TTFT_SLO_S, row.ttftSloS);
  set(SNAPSHOT_TPOT_SLO_S, row.tpotSloS);
  set(SNAPSHOT_UTILIZATION, row.utilization);
  set(SNAPSHOT_MIN_INPUT, leastInput);
  set(SNAPSHOT_MAX_INPUT, largestInput);
  set(SNAPSHOT_MIN_OUTPUT, leastOutput);
  set(SNAPSHOT_MAX_OUTPUT, largestOutput);
  set(SNAPSHOT_PENDING_WORK_S, 0);
  set(SNAPSHOT_PENDING_TOKENS, 0);
  set(SNAPSHOT_PENDING_REQUESTS, 0);
  set(SNAPSHOT_PENDING_UNCOVERED, 0);
}

const EMPTY = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const;

export function readScore(view: Float64Array): ScoreRow {
  const get = (offset: number) => view[offset / 8] as number;
  return {
    ttft: get(SCORE_TTFT),
    tpot: get(SCORE_TPOT),
    objective: get(SCORE_OBJECTIVE),
    queue: get(SCORE_QUEUE),
    decodeTokens: get(SCORE_TOKENS),
    sloCapacityTokens: get(SCORE_SLO_CAPACITY),
    kvCapacityTokens: get(SCORE_KV_CAPACITY),
    requestLimit: get(SCORE_REQUEST_LIMIT),
    decodeRequests: get(SCORE_REQUESTS),
    pendingRequests: get(SCORE_PENDING_REQUESTS),
    pendingTokens: get(SCORE_PENDING_TOKENS),
    covered: get(SCORE_COVERED) !== 0,
    correction: get(SCORE_CORRECTION),
  };
}
