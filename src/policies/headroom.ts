import type { OfferedRate } from "../accounting/offered-rate";
import type { OfferedRates } from "../accounting/offered-work";
import { addFacts, type DecisionFacts, type DecisionHeadroom, type Limit } from "../decision/decision";
import { HEADROOM_REASONS } from "../decision/reasons";
import type { HeadroomBasis } from "../decision/vocabulary";
import type { SplitScore } from "../scoring/scores";
import { limitOf } from "./limits";
import type { Policy, PolicyDecision, PolicyView } from "./policy";
import { decideByQueue } from "./queue";
import { refutedPhase } from "./refutation";

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

/** Load of one phase, and its spread, in mean engines. */
export interface PhaseLoad {
  readonly load: number;
  readonly spread: number;
}

/** Spare engines of each phase of a split, and of the tighter one in standard deviations of its load. */
export interface Headroom {
  readonly prefillSpare: number;
  readonly decodeSpare: number;
  readonly prefillHeadroom: number;
  readonly decodeHeadroom: number;
  readonly headroom: number;
}

type HeadroomOf = (split: number) => Headroom;

/**
 * The headroom policy (docs/policies.md): the split whose tighter phase has the most spare engines, in standard
 * deviations of its load. While it has no model of the engines, or a wrong one, it decides as the queue policy does.
 */
export const headroomPolicy: Policy = Object.freeze({
  name: "headroom",
  reasons: HEADROOM_REASONS,
  every: "pass",
  offeredWork: true,
  decide: decideHeadroom,
} satisfies Policy);

function decideHeadroom(view: PolicyView): PolicyDecision {
  const { offered } = view;
  if (!offered) return decideWithout("no_model", view, {});
  const loads = loadsOf(view, offered);
  const known = factsOf(view, offered, loads);
  if (offered.historyS < HEADROOM.historyS) return decideWithout("history_short", view, known);
  const headroom = headroomOf(view, loads);
  const current = headroom(view.prefillEngines);
  const facts = addFacts(known, { prefillSpareEngines: current.prefillSpare, decodeSpareEngines: current.decodeSpare });
  const refuted = refutedPhase(view, current);
  if (refuted) return decideWithout("model_refuted", view, addFacts(facts, { refutedPhase: refuted }));
  return decideByHeadroom(view, headroom, addFacts(facts, { headroomBasis: "model" }));
}

function decideWithout(headroomBasis: HeadroomBasis, view: PolicyView, facts: DecisionFacts): PolicyDecision {
  const decision = decideByQueue(view);
  return { ...decision, facts: addFacts(addFacts(facts, { headroomBasis }), decision.facts as DecisionFacts) };
}

function decideByHeadroom(view: PolicyView, headroomOfSplit: HeadroomOf, known: DecisionFacts): PolicyDecision {
  const { prefillEngines: current, leastPrefill, mostPrefill } = view;
  if (leastPrefill > mostPrefill) return hold("no_candidate", known, limitOf("candidates", 0, 1));
  const headroom = (split: number) => headroomOfSplit(split).headroom;
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

/** The split nearest to the best one that KV memory has room for, as long as it gains enough. */
function nearestAdmitted(
  view: PolicyView,
  best: number,
  gains: (split: number) => boolean,
  facts: DecisionFacts,
): PolicyDecision {
  const towards = Math.sign(view.prefillEngines - best);
  for (let split = best; split !== view.prefillEngines && gains(split); split += towards) {
    if (holdsTokens(view.score(split))) return { action: "move", prefill: split, facts };
  }
  const { decodeTokensPerEngine, decodeKvCapacityTokens } = view.score(best);
  const limit = limitOf("kv_tokens_per_engine", decodeTokensPerEngine, decodeKvCapacityTokens);
  return { ...hold("kv_capacity", facts, limit), prefill: best };
}

function holdsTokens(score: Pick<SplitScore, "decodeTokensPerEngine" | "decodeKvCapacityTokens">): boolean {
  const { decodeTokensPerEngine, decodeKvCapacityTokens } = score;
  return decodeKvCapacityTokens === null || decodeTokensPerEngine <= decodeKvCapacityTokens;
}

interface Loads {
  readonly prefill: PhaseLoad;
  readonly decode: PhaseLoad;
}

function loadsOf({ backlog, moveS }: PolicyView, offered: OfferedRates): Loads {
  // A move that comes too late for a backlog is not made for it.
  const drainS = Math.max(HEADROOM.drainS, moveS);
  return {
    prefill: phaseLoad(offered.prefill, backlog.prefillS / drainS),
    decode: phaseLoad(offered.decode, backlog.decodeDemand),
  };
}

function phaseLoad({ mean, recent, deviation }: OfferedRate, drain: number): PhaseLoad {
  return { load: Math.max(mean, recent) + drain, spread: Math.max(deviation, HEADROOM.leastSpread) };
}

function headroomOf({ capacity }: PolicyView, { prefill, decode }: Loads): HeadroomOf {
  return (split) => {
    const engines = capacity(split);
    const prefillSpare = engines.prefill - prefill.load;
    const decodeSpare = engines.decode - decode.load;
    const prefillHeadroom = prefillSpare / prefill.spread;
    const decodeHeadroom = decodeSpare / decode.spread;
    const headroom = Math.min(prefillHeadroom, decodeHeadroom);
    return { prefillSpare, decodeSpare, prefillHeadroom, decodeHeadroom, headroom };
  };
}

/** The one with the most headroom; of equals the one that moves the fewest engines. */
function bestSplit(
  { prefillEngines, leastPrefill, mostPrefill }: PolicyView,
  headroom: (split: number) => number,
): number {
  let best = leastPrefill;
  let zBest = headroom(best);
  for (let split = leastPrefill + 1; split <= mostPrefill; split += 1) {
    const z = headroom(split);
    // Headroom rises up to the best split and falls behind it: equals are neighbours.
    if (!(z > zBest || (z === zBest && split <= prefillEngines))) continue;
    best = split;
    zBest = z;
  }
  return best;
}

function factsOf(
  view: PolicyView,
  offered: OfferedRates,
  { prefill, decode }: Loads,
): DecisionFacts & DecisionHeadroom {
  const { backlog, fits, moveS, prefillEngines, decodeEngines } = view;
  return {
    currentPrefill: prefillEngines,
    currentDecode: decodeEngines,
    offeredHistoryS: offered.historyS,
    extrapolatedShare: offered.extrapolatedShare,
    prefillLoadEngines: prefill.load,
    prefillSpreadEngines: prefill.spread,
    decodeLoadEngines: decode.load,
    decodeSpreadEngines: decode.spread,
    prefillBacklogS: backlog.prefillS,
    decodeBacklogEngines: backlog.decodeDemand,
    prefillFit: fits.prefill,
    decodeFit: fits.decode,
    lastMoveS: moveS,
  };
}

function hold(reason: (typeof HEADROOM_REASONS)[number], facts: DecisionFacts, limit: Limit) {
  return { action: "hold", reason, facts, limit } as const;
}
