import type { Demand } from "../accounting/demand";
import type { ProfileSet } from "../accounting/profile-set";
import type { Core } from "../wasm/core";
import type { LengthRange } from "../wasm/rows";

/** Work that is still to come: context, expected output, and what prefill has to work on (input less cached). */
export type PendingShape = readonly [inputTokens: number, outputTokens: number, prefillTokens: number];

/**
 * What a decision is made from, frozen (semantics, section 8): nothing that happens later changes a score of it.
 */
export interface DecisionSnapshot {
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
export function recoveryPrefillRatio(snapshot: DecisionSnapshot): number {
  const { prefillPressure, queuedPrefillS, residentPrefillS, prefillEngines, ttftSloS } = snapshot;
  if (queuedPrefillS <= 0 || prefillEngines <= 0) return prefillPressure;
  return Math.max(prefillPressure, residentPrefillS / (prefillEngines * ttftSloS));
}

/** Puts a snapshot into the core, where splits are scored. Its profiles must be in force there. */
export function freezeSnapshot(core: Core, snapshot: DecisionSnapshot): void {
  core.freeze(snapshot, snapshot.demand, snapshot.pendingShapes);
}
