import type { Accounting } from "../accounting/accounting";
import type { ProfileSet } from "../accounting/profile-set";
import type { Fleet } from "../fleet";
import type { DecisionSnapshot, PendingShape } from "./snapshot";

/**
 * Freezes what a decision is made from (semantics, section 8), by the output lengths that were learned last.
 *
 * @param profiles all engines' profiles, or the empty set unless every engine has one
 */
export function takeSnapshot(
  accounting: Accounting,
  fleet: Fleet,
  profiles: ProfileSet,
  nowS: number,
): DecisionSnapshot {
  const { windowS, ttftSloS, tpotSloS, utilization } = accounting.config;
  const decodeCorrection = fleet.decodeCorrection();
  const pendingShapes = Array.from(fleet.pending(), (request): PendingShape => {
    const { inputTokens, requestedTokens, prefillTokens } = request;
    return [inputTokens, accounting.expectedOutput(inputTokens, requestedTokens), prefillTokens];
  });
  const queuedPrefillS = fleet.queuedPrefillS();
  const offered = accounting.offeredRanges(nowS);
  return {
    atS: nowS,
    demand: accounting.price(nowS, windowS, profiles, decodeCorrection),
    profiles,
    profilesComplete: profiles.engines > 0 && coversInputs(profiles, pendingShapes),
    prefillEngines: fleet.countByRole("prefill"),
    decodeEngines: fleet.countByRole("decode"),
    prefillPressure: fleet.poolLoad("prefill", nowS),
    decodePressure: fleet.poolLoad("decode", nowS),
    residentPrefillS: fleet.residentPrefillS() + queuedPrefillS,
    queuedPrefillS,
    residentDecodeTokens: fleet.residentDecodeTokens(),
    residentDecodeRequests: fleet.residentDecodeRequests(),
    activeDecodeEngines: fleet.activeDecodeEngines(),
    decodeCorrection,
    residentsInDomain: fleet.residentsInDomain(),
    pendingShapes,
    offeredInputs: offered.inputs,
    offeredOutputs: offered.outputs,
    ttftSloS,
    tpotSloS,
    utilization,
  };
}

function coversInputs(profiles: ProfileSet, shapes: readonly PendingShape[]): boolean {
  let least = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (const [, , prefillTokens] of shapes) {
    least = Math.min(least, prefillTokens);
    largest = Math.max(largest, prefillTokens);
  }
  if (least > largest) return true;
  return [...profiles.weights.keys()].every(
    ({ prefillMinTokens = 0, prefillMaxTokens = largest }) => least >= prefillMinTokens && largest <= prefillMaxTokens,
  );
}
