import {
  SCORE_COVERED,
  SCORE_KV_CAPACITY,
  SCORE_OBJECTIVE,
  SCORE_QUEUE,
  SCORE_REQUEST_LIMIT,
  SCORE_REQUESTS,
  SCORE_SLO_CAPACITY,
  SCORE_TOKENS,
  SCORE_TPOT,
  SCORE_TTFT,
  SHAPE_INPUT,
  SHAPE_OUTPUT,
  SHAPE_PREFILL,
  SHAPE_ROW_BYTES,
  SNAPSHOT_ACTIVE_ENGINES,
  SNAPSHOT_CORRECTION,
  SNAPSHOT_DECODE_DEMAND,
  SNAPSHOT_DECODE_ENGINES,
  SNAPSHOT_DECODE_PRESSURE,
  SNAPSHOT_MAX_INPUT,
  SNAPSHOT_MAX_OUTPUT,
  SNAPSHOT_MIN_INPUT,
  SNAPSHOT_MIN_OUTPUT,
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
} from "../../assembly/fields";
import { fieldAt, putField } from "./fields";

/** The frozen inputs of split scores (semantics, section 8). */
export interface ScoringInputsRow {
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
export interface DemandRow {
  readonly prefillDemand: number;
  readonly decodeDemand: number;
}

/** Context, expected output and prefill work of a pending request, in tokens. */
export type ShapeRow = readonly [inputTokens: number, outputTokens: number, prefillTokens: number];

/** Least and largest of some lengths; null if there are none. */
export type LengthRange = readonly [least: number, largest: number] | null;

/** A split's score; -1 stands for null, Infinity is meant. */
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
  readonly covered: boolean;
  readonly pendingRequests: number;
  readonly pendingTokens: number;
  readonly correction: number;
}

/** Fields of the inputs that a score repeats, and the core does not hand back. */
export type Repeated = Pick<ScoreRow, "pendingRequests" | "pendingTokens" | "correction">;

/** Writes a snapshot without pending shapes; the core adds them. */
export function writeScoringInputs(view: Float64Array, row: ScoringInputsRow, demand: DemandRow): void {
  const [leastInput, largestInput] = row.offeredInputs ?? EMPTY;
  const [leastOutput, largestOutput] = row.offeredOutputs ?? EMPTY;
  putField(view, SNAPSHOT_PREFILL_DEMAND, demand.prefillDemand);
  putField(view, SNAPSHOT_DECODE_DEMAND, demand.decodeDemand);
  putField(view, SNAPSHOT_PREFILL_ENGINES, row.prefillEngines);
  putField(view, SNAPSHOT_DECODE_ENGINES, row.decodeEngines);
  putField(view, SNAPSHOT_PREFILL_PRESSURE, row.prefillPressure);
  putField(view, SNAPSHOT_DECODE_PRESSURE, row.decodePressure);
  putField(view, SNAPSHOT_RESIDENT_PREFILL_S, row.residentPrefillS);
  putField(view, SNAPSHOT_RESIDENT_TOKENS, row.residentDecodeTokens);
  putField(view, SNAPSHOT_RESIDENT_REQUESTS, row.residentDecodeRequests);
  putField(view, SNAPSHOT_ACTIVE_ENGINES, row.activeDecodeEngines);
  putField(view, SNAPSHOT_CORRECTION, row.decodeCorrection);
  putField(view, SNAPSHOT_RESIDENTS_IN_DOMAIN, row.residentsInDomain ? 1 : 0);
  putField(view, SNAPSHOT_TTFT_SLO_S, row.ttftSloS);
  putField(view, SNAPSHOT_TPOT_SLO_S, row.tpotSloS);
  putField(view, SNAPSHOT_UTILIZATION, row.utilization);
  putField(view, SNAPSHOT_MIN_INPUT, leastInput);
  putField(view, SNAPSHOT_MAX_INPUT, largestInput);
  putField(view, SNAPSHOT_MIN_OUTPUT, leastOutput);
  putField(view, SNAPSHOT_MAX_OUTPUT, largestOutput);
  putField(view, SNAPSHOT_PENDING_WORK_S, 0);
  putField(view, SNAPSHOT_PENDING_UNCOVERED, 0);
}

const EMPTY = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const;

/** Writes a pending shape into a row of the transfer region. */
export function writeShape(rows: Float64Array, row: number, [input, output, prefill]: ShapeRow): void {
  const at = row * SHAPE_ROW_BYTES;
  putField(rows, SHAPE_INPUT, input, at);
  putField(rows, SHAPE_OUTPUT, output, at);
  putField(rows, SHAPE_PREFILL, prefill, at);
}

export function readScore(result: Float64Array, repeated: Repeated): ScoreRow {
  return {
    ttft: fieldAt(result, SCORE_TTFT),
    tpot: fieldAt(result, SCORE_TPOT),
    objective: fieldAt(result, SCORE_OBJECTIVE),
    queue: fieldAt(result, SCORE_QUEUE),
    decodeTokens: fieldAt(result, SCORE_TOKENS),
    sloCapacityTokens: fieldAt(result, SCORE_SLO_CAPACITY),
    kvCapacityTokens: fieldAt(result, SCORE_KV_CAPACITY),
    requestLimit: fieldAt(result, SCORE_REQUEST_LIMIT),
    decodeRequests: fieldAt(result, SCORE_REQUESTS),
    covered: fieldAt(result, SCORE_COVERED) !== 0,
    pendingRequests: repeated.pendingRequests,
    pendingTokens: repeated.pendingTokens,
    correction: repeated.correction,
  };
}
