import type { Demand } from "../accounting/demand";
import { ProfileSet } from "../accounting/profile-set";
import { checkIsNumber, readArgument } from "../check";
import { ArgumentError } from "../errors";
import type { LengthRange } from "../wasm/score-rows";

/** Work that is still to come: context, expected output, and what prefill has to work on (input less cached). */
export type PendingShape = readonly [inputTokens: number, outputTokens: number, prefillTokens: number];

/**
 * Inputs of a decision, frozen (semantics, section 8): nothing that happens later changes a score of them.
 */
export interface ScoringInputs {
  readonly atS: number;
  /** Demand under `profiles`: that of every candidate split. */
  readonly demand: Demand;
  /** All engines' profiles; the empty set unless every engine has one. */
  readonly profiles: ProfileSet;
  /** Every engine has a profile, and all of them cover every pending input. */
  readonly profilesComplete: boolean;
  readonly prefillEngines: number;
  readonly decodeEngines: number;
  /** Observed pool loads. */
  readonly prefillPressure: number;
  readonly decodePressure: number;
  /** Prefill seconds of all prefill residents and of the queue, and those of the queue alone. */
  readonly residentPrefillS: number;
  readonly queuedPrefillS: number;
  readonly residentDecodeTokens: number;
  readonly residentDecodeRequests: number;
  /** Engines with decode residents. */
  readonly activeDecodeEngines: number;
  readonly decodeCorrection: number;
  /** Every engine's decode residents lie in its measured domain. */
  readonly residentsInDomain: boolean;
  /** Every prefill resident and every waiting request. */
  readonly pendingShapes: readonly PendingShape[];
  readonly offeredInputs: LengthRange;
  readonly offeredOutputs: LengthRange;
  readonly ttftSloS: number;
  readonly tpotSloS: number;
  readonly utilization: number;
}

/**
 * The prefill pressure that recovery is judged by: what was observed, or, with a queue, what the prefill engines have
 * before them in units of the TTFT limit, if that is more.
 */
export function recoveryRatio(snapshot: ScoringInputs): number {
  const { prefillPressure, queuedPrefillS, residentPrefillS, prefillEngines, ttftSloS } = snapshot;
  if (queuedPrefillS <= 0 || prefillEngines <= 0) return prefillPressure;
  return Math.max(prefillPressure, residentPrefillS / (prefillEngines * ttftSloS));
}

/**
 * `recoveryPrefillRatio` of a snapshot that may come from anywhere.
 *
 * @throws ArgumentError for one that no pool has made
 */
export function recoveryPrefillRatio(snapshot: ScoringInputs): number {
  checkInputs(snapshot);
  return recoveryRatio(snapshot);
}

/** @throws ArgumentError for one that no pool has made */
export function checkInputs(snapshot: ScoringInputs): void {
  readArgument("snapshot", "must be one that a pool made", snapshot, () => checkNumbers(snapshot));
}

/** NaN passes: what a pool makes never is, and it harms no memory. */
function checkNumbers(snapshot: ScoringInputs): void {
  const { demand, profiles, pendingShapes, offeredInputs, offeredOutputs, ...others } = snapshot;
  if (!(profiles instanceof ProfileSet)) throw new ArgumentError("snapshot.profiles", "must be a ProfileSet", profiles);
  const { profilesComplete: _, residentsInDomain: __, ...numbers } = others;
  const { prefillDemand, decodeDemand } = demand;
  for (const [field, value] of Object.entries(numbers)) checkIsNumber(`snapshot.${field}`, value);
  for (const value of [prefillDemand, decodeDemand]) checkIsNumber("snapshot.demand", value);
  for (const range of [offeredInputs, offeredOutputs]) {
    if (range !== null) for (const value of [range[0], range[1]]) checkIsNumber("snapshot.offered range", value);
  }
  for (const [input, output, prefill] of pendingShapes) {
    checkIsNumber("snapshot.pendingShapes", input);
    checkIsNumber("snapshot.pendingShapes", output);
    checkIsNumber("snapshot.pendingShapes", prefill);
  }
}
