import type { Accounting } from "../accounting/accounting";
import type { Demand } from "../accounting/demand";
import type { ProfileSet } from "../accounting/profile-set";
import type { Engine, Fleet, Role } from "../fleet";
import type { RoleReading } from "../fleet/fleet-reading";
import type { PendingShape, ScoringInputs } from "./scoring-inputs";
import { scorerOf } from "./split-scorer";

/** Which engines a split divides. */
export type Scope = "all" | "available";

/**
 * Freezes what a decision is made from (semantics, section 8), by the output lengths that were learned last.
 *
 * @param profiles the profiles of the engines in scope, or the empty set unless each of them has one
 * @param scope the spec's splits count all engines, available or not
 * @param priced the demand of the window under these profiles, if it is known
 */
export function freezeInputs(
  accounting: Accounting,
  fleet: Fleet,
  profiles: ProfileSet,
  nowS: number,
  scope: Scope = "all",
  priced: Demand | null = null,
): ScoringInputs {
  const { windowS, ttftSloS, tpotSloS, utilization } = accounting.config;
  const decodeCorrection = fleet.decodeCorrection();
  const { pools, ...residents } = fleet.read(nowS);
  const pendingShapes = fleet.pending().flatMap((request): PendingShape[] => {
    const { inputTokens, requestedOrOpen, prefillTokens } = request;
    const output = accounting.forecastOutput(inputTokens, requestedOrOpen);
    // One of no output will never come to decode.
    return output === 0 ? [] : [[inputTokens, output ?? 0, prefillTokens]];
  });
  const queuedPrefillS = fleet.queuedPrefillS();
  const offered = accounting.offeredRanges(nowS);
  const snapshot: ScoringInputs = {
    atS: nowS,
    demand: priced ?? accounting.price(nowS, windowS, profiles, decodeCorrection),
    profiles,
    profilesComplete: profiles.engines > 0 && coversInputs(profiles, pendingShapes),
    prefillEngines: inScope(pools.prefill, scope),
    decodeEngines: inScope(pools.decode, scope),
    prefillPressure: pools.prefill.load,
    decodePressure: pools.decode.load,
    residentPrefillS: residents.residentPrefillS + queuedPrefillS,
    queuedPrefillS,
    residentDecodeTokens: residents.residentDecodeTokens,
    residentDecodeRequests: residents.residentDecodeRequests,
    activeDecodeEngines: residents.activeDecodeEngines,
    decodeCorrection,
    residentsInDomain: residents.residentsInDomain,
    pendingShapes,
    offeredInputs: offered.inputs,
    offeredOutputs: offered.outputs,
    ttftSloS,
    tpotSloS,
    utilization,
  };
  scorerOf(accounting).trust(snapshot);
  return snapshot;
}

/** Engines of a role, of those that a split divides. */
export function countInScope(fleet: Fleet, role: Role, scope: Scope): number {
  return scope === "all" ? fleet.countByRole(role) : fleet.availableByRole(role);
}

function inScope(pool: RoleReading, scope: Scope): number {
  return scope === "all" ? pool.engines : pool.available;
}

/** The engines that a split divides. */
export function enginesInScope(fleet: Fleet, scope: Scope): readonly Engine[] {
  return scope === "all" ? fleet.engines : fleet.engines.filter(({ available }) => available);
}

function coversInputs(profiles: ProfileSet, shapes: readonly PendingShape[]): boolean {
  let largest = Number.NEGATIVE_INFINITY;
  for (const [, , prefillTokens] of shapes) largest = Math.max(largest, prefillTokens);
  for (const { prefillMaxTokens = largest } of profiles.weights.keys()) {
    if (largest > prefillMaxTokens) return false;
  }
  return true;
}
