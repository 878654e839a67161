import type { OfferedRate } from "../accounting/offered-work";
import { addFacts, type DecisionFacts, type DecisionHeadroom, type Limit } from "../decision/decision";
import { HEADROOM_REASONS } from "../decision/reasons";
import type { SplitScore } from "../scoring/scores";
import { limitOf } from "./limits";
import type { Policy, PolicyDecision, PolicyView } from "./policy";

/** The numbers of the rule (docs/policies.md says what each is worth). */
export const HEADROOM = {
  /** Whole seconds of history that a decision needs. */
  historyS: 5,
  /** Seconds in which a backlog is to be gone. */
  drainS: 3,
  /** The least standard deviation of a load, in engines. */
  leastSpread: 0.15,
  /** Headroom that is enough, and the least gain that a move is worth: in standard deviations. */
  ample: 3,
  gain: 1,
} as const;

/** Load of one phase, and its spread, in engines. */
export interface PhaseLoad {
  readonly load: number;
  readonly spread: number;
}

/**
 * The headroom policy (docs/policies.md): the split whose tighter phase has the most spare engines, in standard
 * deviations of its load.
 */
export const headroomPolicy: Policy = Object.freeze({
  name: "headroom",
  reasons: HEADROOM_REASONS,
  every: "pass",
  offeredWork: true,
  decide: decideHeadroom,
} satisfies Policy);

function decideHeadroom(view: PolicyView): PolicyDecision {
  const { offered, prefillEngines: current, leastPrefill, mostPrefill } = view;
  if (!offered) return { action: "hold", reason: "profiles_missing", limit: limitOf("profiles_complete", 0, 1) };
  const { prefill, decode } = loadsOf(view);
  const headroom = headroomOf(view, prefill, decode);
  const known = factsOf(view, prefill, decode);
  if (offered.historyS < HEADROOM.historyS) return hold("history_short", known, historyLimit(offered.historyS));
  if (leastPrefill > mostPrefill) return hold("no_candidate", known, limitOf("candidates", 0, 1));
  const best = bestSplit(view, headroom);
  const zCurrent = headroom(current);
  const zBest = headroom(best);
  const facts = addFacts(known, { headroomCurrent: zCurrent, headroomBest: zBest, headroomBestPrefill: best });
  if (leastPrefill > current || current > mostPrefill) return { action: "move", prefill: best, facts };
  if (zCurrent >= HEADROOM.ample) return hold("headroom_ample", facts, limitOf("headroom", zCurrent, HEADROOM.ample));
  if (best === current) return hold("headroom_best", facts, limitOf("headroom_gain", 0, HEADROOM.gain));
  if (!(zBest - zCurrent > HEADROOM.gain)) {
    return {
      ...hold("headroom_gain_small", facts, limitOf("headroom_gain", zBest - zCurrent, HEADROOM.gain)),
      prefill: best,
    };
  }
  return nearestAdmitted(view, best, (split) => headroom(split) - zCurrent > HEADROOM.gain, facts);
}

/** The split nearest to the best one that profiles cover and KV memory has room for, as long as it gains enough. */
function nearestAdmitted(
  view: PolicyView,
  best: number,
  gains: (split: number) => boolean,
  facts: DecisionFacts,
): PolicyDecision {
  const towards = Math.sign(view.prefillEngines - best);
  for (let split = best; split !== view.prefillEngines && gains(split); split += towards) {
    const { decodeProfileCovered, ...score } = view.score(split);
    if (decodeProfileCovered && holdsTokens(score)) return { action: "move", prefill: split, facts };
  }
  const score = view.score(best);
  const { decodeTokensPerEngine, decodeKvCapacityTokens } = score;
  const refused = score.decodeProfileCovered
    ? hold("kv_capacity", facts, limitOf("kv_tokens_per_engine", decodeTokensPerEngine, decodeKvCapacityTokens))
    : hold("profile_uncovered", facts, limitOf("profile_coverage", 0, 1));
  return { ...refused, prefill: best };
}

function holdsTokens(score: Pick<SplitScore, "decodeTokensPerEngine" | "decodeKvCapacityTokens">): boolean {
  const { decodeTokensPerEngine, decodeKvCapacityTokens } = score;
  return decodeKvCapacityTokens === null || decodeTokensPerEngine <= decodeKvCapacityTokens;
}

function loadsOf(view: PolicyView): { prefill: PhaseLoad; decode: PhaseLoad } {
  const { offered, backlog, fits, moveS } = view;
  // What a move cannot reach in time does not call for one.
  const drainS = Math.max(HEADROOM.drainS, moveS);
  const rates = offered as NonNullable<typeof offered>;
  return {
    prefill: phaseLoad(rates.prefill, fits.prefill, (fits.prefill * backlog.prefillS) / drainS),
    decode: phaseLoad(rates.decode, 1, backlog.decodeEngines),
  };
}

function phaseLoad({ mean, recent, deviation }: OfferedRate, fit: number, drain: number): PhaseLoad {
  return { load: fit * Math.max(mean, recent) + drain, spread: Math.max(fit * deviation, HEADROOM.leastSpread) };
}

/** Spare engines of the tighter phase of a split, in standard deviations of its load. */
function headroomOf(view: PolicyView, prefill: PhaseLoad, decode: PhaseLoad): (split: number) => number {
  const engines = view.prefillEngines + view.decodeEngines;
  return (split) => Math.min((split - prefill.load) / prefill.spread, (engines - split - decode.load) / decode.spread);
}

/** The one with the most headroom; of equals the one that moves the fewest engines. */
function bestSplit(
  { prefillEngines, leastPrefill, mostPrefill }: PolicyView,
  headroom: (split: number) => number,
): number {
  let best = leastPrefill;
  for (let split = leastPrefill + 1; split <= mostPrefill; split += 1) {
    const z = headroom(split);
    const zBest = headroom(best);
    // Headroom rises up to the best split and falls behind it: equals are neighbours.
    if (z > zBest || (z === zBest && split <= prefillEngines)) best = split;
  }
  return best;
}

function factsOf(view: PolicyView, prefill: PhaseLoad, decode: PhaseLoad): DecisionFacts & DecisionHeadroom {
  const { offered, backlog, fits, moveS, prefillEngines, decodeEngines } = view;
  return {
    currentPrefill: prefillEngines,
    currentDecode: decodeEngines,
    offeredHistoryS: offered?.historyS ?? 0,
    prefillLoadEngines: prefill.load,
    prefillSpreadEngines: prefill.spread,
    decodeLoadEngines: decode.load,
    decodeSpreadEngines: decode.spread,
    prefillBacklogS: backlog.prefillS,
    decodeBacklogEngines: backlog.decodeEngines,
    prefillFit: fits.prefill,
    decodeFit: fits.decode,
    lastMoveS: moveS,
  };
}

function hold(reason: (typeof HEADROOM_REASONS)[number], facts: DecisionFacts, limit: Limit) {
  return { action: "hold", reason, facts, limit } as const;
}

function historyLimit(historyS: number): Limit {
  return limitOf("history_s", historyS, HEADROOM.historyS, HEADROOM.historyS - historyS);
}
