import { checkProfile, type EngineProfile } from "../profile";
import type { LiveModel, MeasuredRange } from "./live-model";
import type { RunningFit } from "./running-fit";

/** How well one phase is learned. */
export interface LearnedPhase {
  /** Prefills that were measured, or intervals of decode. */
  readonly samples: number;
  /** Mean relative error of the newest ones; null before one. */
  readonly error: number | null;
  /** How much longer the work takes than the given profile says; null without one, or before a measurement. */
  readonly scale: number | null;
}

/** A profile that was learned while engines of one kind worked (docs/profiles.md). */
export interface LearnedProfile {
  /**
   * Its bounds are those of what was measured; where a phase has not been measured, those of the given profile. Null
   * while too little is known.
   */
  readonly profile: EngineProfile | null;
  readonly prefill: LearnedPhase;
  readonly decode: LearnedPhase;
}

/** Profile of a kind of engines, as learned so far. */
export function learnedProfileOf(model: LiveModel): LearnedProfile {
  const measured = model.prefill.samples + model.decode.samples > 0;
  return {
    profile: measured && model.profile ? withDomain(model, model.profile) : null,
    prefill: phaseOf(model.prefill, model.prior),
    decode: phaseOf(model.decode, model.prior),
  };
}

function phaseOf({ samples, error, scale }: RunningFit, prior: EngineProfile | null): LearnedPhase {
  return { samples, error, scale: prior && samples > 0 ? scale : null };
}

function withDomain(model: LiveModel, profile: EngineProfile): EngineProfile {
  const { prefillTokens, decodeRequests, decodeTokens, decode } = model;
  const bounded = {
    ...profile,
    ...(wasMeasured(prefillTokens) && bounds("prefillMinTokens", "prefillMaxTokens", prefillTokens)),
    ...(wasMeasured(decodeRequests) && bounds("decodeMinRequests", "decodeMaxRequests", decodeRequests)),
    ...(wasMeasured(decodeTokens) && bounds("decodeMinKvTokens", "decodeMaxKvTokens", decodeTokens)),
    ...(decode.error !== null && { decodeFitMape: decode.error }),
  };
  // Errors of the profile that was given say nothing of this one.
  const { decodeCvMape: _, kvCapacityTokens: given, ...learned } = bounded;
  const capacity = given === undefined ? {} : { kvCapacityTokens: Math.max(given, learned.decodeMaxKvTokens) };
  return checkProfile("(learned)", { ...learned, ...capacity });
}

function wasMeasured({ largest }: MeasuredRange): boolean {
  return largest > 0;
}

function bounds<Low extends string, High extends string>(low: Low, high: High, { least, largest }: MeasuredRange) {
  const from = Math.max(1, Math.floor(least));
  return { [low]: from, [high]: Math.max(from, Math.ceil(largest)) } as Record<Low | High, number>;
}
