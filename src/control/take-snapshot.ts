import type { Accounting } from "../accounting/accounting";
import type { ProfileSet } from "../accounting/profile-set";
import type { Engine, Fleet, Role } from "../fleet";
import type { DecisionSnapshot, PendingShape } from "./snapshot";

/** Which engines a split divides. */
export type Scope = "all" | "available";

/**
 * Freezes what a decision is made from (semantics, section 8), by the output lengths that were learned last.
 *
 * @param profiles the profiles of the engines in scope, or the empty set unless each of them has one
 * @param scope the spec's splits count all engines, available or not
 */
export function takeSnapshot(
  accounting: Accounting,
  fleet: Fleet,
  profiles: ProfileSet,
  nowS: number,
  scope: Scope = "all",
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
    prefillEngines: countInScope(fleet, "prefill", scope),
    decodeEngines: countInScope(fleet, "decode", scope),
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

/** Engines of a role, of those that a split divides. */
export function countInScope(fleet: Fleet, role: Role, scope: Scope): number {
  return scope === "all" ? fleet.countByRole(role) : fleet.availableByRole(role);
}

/** The engines that a split divides. */
export function enginesInScope(fleet: Fleet, scope: Scope): readonly Engine[] {
  return scope === "all" ? fleet.engines : fleet.engines.filter(({ available }) => available);
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
