import type { Accounting } from "../accounting/accounting";
import type { Demand } from "../accounting/demand";
import { ProfileSet } from "../accounting/profile-set";
import { isNotNegative, isPositive, ownFields } from "../check";
import { MAX_ENGINES } from "../config";
import { ArgumentError } from "../errors";
import type { Fleet, LoadSlo } from "../fleet";
import { checkProfile, type EngineProfile, type EngineProfileInput } from "../profile";
import { type SplitScore, scoreSplits } from "./scores";
import { checkSnapshot, type DecisionSnapshot } from "./snapshot";

/** A fleet that might be. What is left out is as it is. */
export interface WhatIfOptions {
  /** Prefill engines more, or with a negative number fewer. */
  readonly addPrefill?: number;
  /** Decode engines more, or with a negative number fewer. */
  readonly addDecode?: number;
  /** Profile of the added engines. Default: the fleet's most common. */
  readonly addedProfile?: EngineProfileInput;
  /** Profile of every engine. */
  readonly profile?: EngineProfileInput;
  /** Other promises, in seconds. */
  readonly slo?: { readonly ttftS?: number; readonly tpotS?: number };
  /** The offered demand times this, >= 0. Residents and queues stay as they are. */
  readonly demandFactor?: number;
}

/** How a fleet that might be would do. */
export interface WhatIf {
  readonly prefill: number;
  readonly decode: number;
  readonly demand: Demand;
  /** Scores of every split, fewest prefill engines first. */
  readonly scores: readonly SplitScore[];
  /** The score of its split as given; null if that leaves a role without an engine. */
  readonly current: SplitScore | null;
  /** The split with the least objective; null if none can serve. */
  readonly best: SplitScore | null;
}

/**
 * Scores every split of a hypothetical fleet, without touching state: demand is priced anew under its profiles and
 * promises, loads are taken as ratios of its promises, residents and queues stay.
 *
 * @throws ArgumentError, ProfileError
 */
export function whatIf(
  accounting: Accounting,
  fleet: Fleet,
  snapshot: DecisionSnapshot,
  options: WhatIfOptions,
): WhatIf {
  checkSnapshot(snapshot);
  const hypothetical = hypotheticalSnapshot(accounting, fleet, snapshot, checkOptions(options));
  const scores = scoreSplits(accounting, hypothetical);
  const { prefillEngines: prefill, decodeEngines: decode, demand } = hypothetical;
  return {
    prefill,
    decode,
    demand,
    scores,
    current: scores.find((score) => score.prefill === prefill) ?? null,
    best: bestOf(scores),
  };
}

function hypotheticalSnapshot(
  accounting: Accounting,
  fleet: Fleet,
  snapshot: DecisionSnapshot,
  options: WhatIfOptions,
): DecisionSnapshot {
  const { addPrefill = 0, addDecode = 0, slo = {}, demandFactor = 1 } = options;
  const prefillEngines = snapshot.prefillEngines + addPrefill;
  const decodeEngines = snapshot.decodeEngines + addDecode;
  checkCounts(prefillEngines, decodeEngines);
  const { ttftS: ttftSloS = snapshot.ttftSloS, tpotS: tpotSloS = snapshot.tpotSloS } = slo;
  const profiles = hypotheticalProfiles(snapshot.profiles, addPrefill + addDecode, options);
  const { windowS } = accounting.config;
  const priced = accounting.price(snapshot.atS, windowS, profiles, snapshot.decodeCorrection, tpotSloS);
  const pressure = pressures(fleet, snapshot, { ttftSloS, tpotSloS });
  return {
    ...snapshot,
    demand: scaleDemand(priced, demandFactor),
    profiles,
    prefillEngines,
    decodeEngines,
    // A pool's pressure in sum stays what it is, whatever number of engines it is spread over.
    prefillPressure: spread(pressure.prefill, snapshot.prefillEngines, prefillEngines),
    decodePressure: spread(pressure.decode, snapshot.decodeEngines, decodeEngines),
    activeDecodeEngines: Math.min(snapshot.activeDecodeEngines, decodeEngines),
    ttftSloS,
    tpotSloS,
  };
}

/** The pool loads as ratios of other promises: those of the snapshot where the promises are its own. */
function pressures(fleet: Fleet, snapshot: DecisionSnapshot, slo: LoadSlo): { prefill: number; decode: number } {
  const { atS, prefillPressure, decodePressure } = snapshot;
  if (slo.ttftSloS === snapshot.ttftSloS && slo.tpotSloS === snapshot.tpotSloS) {
    return { prefill: prefillPressure, decode: decodePressure };
  }
  return { prefill: fleet.poolLoad("prefill", atS, slo), decode: fleet.poolLoad("decode", atS, slo) };
}

/** The profile set of the hypothetical fleet: empty where the fleet's is, for want of a profile. */
function hypotheticalProfiles(profiles: ProfileSet, added: number, options: WhatIfOptions): ProfileSet {
  const engines = profiles.engines + added;
  if (options.profile) return new ProfileSet(repeat(options.profile as EngineProfile, Math.max(1, engines)));
  if (profiles.engines === 0 || added === 0) return profiles;
  const each = [...profiles.weights]
    .sort(([, a], [, b]) => b - a)
    .flatMap(([profile, count]) => repeat(profile, count));
  const common = (options.addedProfile as EngineProfile | undefined) ?? (each[0] as EngineProfile);
  // Of fewer engines, those of the most common kind are gone.
  return added > 0 ? new ProfileSet([...each, ...repeat(common, added)]) : new ProfileSet(each.slice(-added));
}

function repeat(profile: EngineProfile, count: number): EngineProfile[] {
  return Array.from({ length: count }, () => profile);
}

function scaleDemand(demand: Demand, factor: number): Demand {
  if (factor === 1) return demand;
  return {
    ...demand,
    prefillEngines: demand.prefillEngines * factor,
    decodeEngines: Math.max(demand.residentEngines, demand.expectedEngines * factor),
    expectedEngines: demand.expectedEngines * factor,
  };
}

function spread(pressure: number, engines: number, over: number): number {
  return over > 0 ? (pressure * engines) / over : pressure;
}

function bestOf(scores: readonly SplitScore[]): SplitScore | null {
  const able = scores.filter(({ objective }) => Number.isFinite(objective));
  return able.reduce<SplitScore | null>(
    (best, score) => (best && best.objective <= score.objective ? best : score),
    null,
  );
}

function checkCounts(prefill: number, decode: number): void {
  if (prefill < 0) throw new ArgumentError("addPrefill", "must leave >= 0 prefill engines", prefill);
  if (decode < 0) throw new ArgumentError("addDecode", "must leave >= 0 decode engines", decode);
  if (prefill + decode <= MAX_ENGINES) return;
  throw new ArgumentError("addPrefill + addDecode", `must leave at most ${MAX_ENGINES} engines`, prefill + decode);
}

/** Checks the options, and the profiles among them. */
function checkOptions(options: WhatIfOptions): WhatIfOptions {
  const { addPrefill = 0, addDecode = 0, demandFactor = 1, profile, addedProfile } = options;
  const slo = ownFields("slo", options.slo ?? {});
  const demand = (holds: boolean, field: string, rule: string, value: unknown) => {
    if (!holds) throw new ArgumentError(field, rule, value);
  };
  demand(Number.isSafeInteger(addPrefill), "addPrefill", "must be whole", addPrefill);
  demand(Number.isSafeInteger(addDecode), "addDecode", "must be whole", addDecode);
  demand(
    isNotNegative(demandFactor) && Number.isFinite(demandFactor),
    "demandFactor",
    "must be finite and >= 0",
    demandFactor,
  );
  for (const [field, valueS] of Object.entries({ "slo.ttftS": slo.ttftS, "slo.tpotS": slo.tpotS })) {
    demand(valueS === undefined || (isPositive(valueS) && Number.isFinite(valueS)), field, "must be > 0 s", valueS);
  }
  return {
    ...options,
    slo,
    ...(profile !== undefined && { profile: checkProfile("(what if)", profile) }),
    ...(addedProfile !== undefined && { addedProfile: checkProfile("(what if)", addedProfile) }),
  };
}
