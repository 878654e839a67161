import type { Accounting } from "../accounting/accounting";
import type { Demand } from "../accounting/demand";
import { ProfileSet } from "../accounting/profile-set";
import { isNotNegative, isPositive, ownFields } from "../check";
import { MAX_ENGINES } from "../config";
import { ArgumentError } from "../errors";
import type { Fleet, LoadSlo } from "../fleet";
import { checkProfile, type EngineProfile, type EngineProfileInput } from "../profile";
import type { SplitScore } from "./scores";
import { checkInputs, type ScoringInputs } from "./scoring-inputs";
import { scoreSplits } from "./split-scorer";

/** A fleet that might be. What is left out is as it is. */
export interface WhatIfOptions {
  /** Prefill engines more, or with a negative number fewer. What one role gains and the other loses moves. */
  readonly addPrefill?: number;
  /** Decode engines more, or with a negative number fewer. */
  readonly addDecode?: number;
  /** Profile of the added engines. Default: the fleet's most common. */
  readonly addedProfile?: EngineProfileInput;
  /** Profile of every engine. */
  readonly profile?: EngineProfileInput;
  /** Other SLOs, in seconds. Decode loads as ratios of another TPOT are those of the fleet as it is now. */
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
 * SLOs, loads are taken as ratios of its SLOs, residents and queues stay.
 *
 * @throws ArgumentError, ProfileError
 */
export function whatIf(accounting: Accounting, fleet: Fleet, snapshot: ScoringInputs, options: WhatIfOptions): WhatIf {
  checkInputs(snapshot);
  const checked = checkOptions(options);
  const prefill = snapshot.prefillEngines + (checked.addPrefill ?? 0);
  const decode = snapshot.decodeEngines + (checked.addDecode ?? 0);
  checkCounts(prefill, decode);
  const moved = movedToPrefill(checked);
  const changed = { addPrefill: (checked.addPrefill ?? 0) - moved, addDecode: (checked.addDecode ?? 0) + moved };
  const hypothetical = hypotheticalInputs(accounting, fleet, snapshot, { ...checked, ...changed });
  const scores = scoreSplits(accounting, hypothetical);
  return {
    prefill,
    decode,
    demand: hypothetical.demand,
    scores,
    current: scores.find((score) => score.prefill === prefill) ?? null,
    best: bestOf(scores),
  };
}

/** Engines that one role gains and the other loses: they move, and are the engines that they were. */
function movedToPrefill({ addPrefill = 0, addDecode = 0 }: WhatIfOptions): number {
  if (addPrefill > 0) return Math.max(0, Math.min(addPrefill, -addDecode));
  return Math.min(0, Math.max(addPrefill, -addDecode));
}

function hypotheticalInputs(
  accounting: Accounting,
  fleet: Fleet,
  snapshot: ScoringInputs,
  options: WhatIfOptions,
): ScoringInputs {
  const { addPrefill = 0, addDecode = 0, slo = {}, demandFactor = 1 } = options;
  const { activeDecodeEngines: active } = snapshot;
  const [prefillEngines, decodeEngines] = keptPools(snapshot, addPrefill, addDecode);
  const { ttftS: ttftSloS = snapshot.ttftSloS, tpotS: tpotSloS = snapshot.tpotSloS } = slo;
  const profiles = hypotheticalProfiles(snapshot, addPrefill + addDecode, options);
  const { windowS } = accounting.config;
  const priced = accounting.price(snapshot.atS, windowS, profiles, snapshot.decodeCorrection, tpotSloS);
  const prefillPressure = snapshot.prefillPressure * (snapshot.ttftSloS / ttftSloS);
  const decodePressure = decodePressureOf(fleet, snapshot, { ttftSloS, tpotSloS });
  return {
    ...snapshot,
    demand: scaleDemand(priced, demandFactor),
    profiles,
    prefillEngines,
    decodeEngines,
    // A pool's pressure in sum stays what it is, whatever number of engines it is spread over.
    prefillPressure: spread(prefillPressure, snapshot.prefillEngines, prefillEngines),
    decodePressure: spread(decodePressure, snapshot.decodeEngines, decodeEngines),
    // Engines that have changed their role may hold residents too: with them there are more than the pool has.
    activeDecodeEngines: Math.min(active, Math.max(decodeEngines, active + addDecode)),
    ttftSloS,
    tpotSloS,
  };
}

/** The engines that each pool is scored with: one that loses its last borrows one, for its pressure has to stay. */
function keptPools(snapshot: ScoringInputs, addPrefill: number, addDecode: number): [number, number] {
  const engines = snapshot.prefillEngines + addPrefill + snapshot.decodeEngines + addDecode;
  const least = Math.min(1, snapshot.prefillEngines);
  const most = engines - Math.min(1, snapshot.decodeEngines);
  const prefill = Math.min(most, Math.max(least, snapshot.prefillEngines + addPrefill));
  return [prefill, engines - prefill];
}

/** A decode load is not in proportion to the SLO, for an idle engine's interval is taken off first. */
function decodePressureOf(fleet: Fleet, { atS, tpotSloS, decodePressure }: ScoringInputs, slo: LoadSlo): number {
  return slo.tpotSloS === tpotSloS ? decodePressure : fleet.poolLoad("decode", atS, slo);
}

/** The profile set of the hypothetical fleet: empty where the fleet's is, for want of a profile. */
function hypotheticalProfiles(snapshot: ScoringInputs, added: number, options: WhatIfOptions): ProfileSet {
  const { profiles, prefillEngines, decodeEngines } = snapshot;
  if (options.profile) return new ProfileSet([options.profile as EngineProfile]);
  const isEmpty = prefillEngines + decodeEngines === 0;
  if (isEmpty && added > 0 && options.addedProfile) {
    return new ProfileSet(repeat(options.addedProfile as EngineProfile, added));
  }
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
  return {
    ...demand,
    prefillDemand: demand.prefillDemand * factor,
    decodeDemand: Math.max(demand.residentEngines, demand.expectedEngines * factor),
    expectedEngines: demand.expectedEngines * factor,
  };
}

function spread(pressure: number, engines: number, over: number): number {
  return over > 0 ? (pressure * engines) / over : pressure;
}

function bestOf(scores: readonly SplitScore[]): SplitScore | null {
  let best: SplitScore | null = null;
  for (const score of scores) {
    if (score.objective < (best?.objective ?? Number.POSITIVE_INFINITY)) best = score;
  }
  return best;
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
  const assertRule = (holds: boolean, field: string, rule: string, value: unknown) => {
    if (!holds) throw new ArgumentError(field, rule, value);
  };
  assertRule(Number.isSafeInteger(addPrefill), "addPrefill", "must be whole", addPrefill);
  assertRule(Number.isSafeInteger(addDecode), "addDecode", "must be whole", addDecode);
  assertRule(
    isNotNegative(demandFactor) && Number.isFinite(demandFactor),
    "demandFactor",
    "must be finite and >= 0",
    demandFactor,
  );
  for (const [field, valueS] of Object.entries({ "slo.ttftS": slo.ttftS, "slo.tpotS": slo.tpotS })) {
    assertRule(valueS === undefined || (isPositive(valueS) && Number.isFinite(valueS)), field, "must be > 0 s", valueS);
  }
  return {
    ...options,
    slo,
    ...(profile !== undefined && { profile: checkProfile("(what if)", profile) }),
    ...(addedProfile !== undefined && { addedProfile: checkProfile("(what if)", addedProfile) }),
  };
}
