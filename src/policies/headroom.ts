import type { OfferedRate } from "../accounting/offered-rate";
import type { OfferedRates } from "../accounting/offered-work";
import { addFacts, type DecisionFacts, type DecisionHeadroom, type Limit } from "../decision/decision";
import { HEADROOM_REASONS } from "../decision/reasons";
import type { HeadroomBasis } from "../decision/vocabulary";
import type { SplitScore } from "../scoring/scores";
import { limitOf } from "./limits";
import { neededGain, worthOf } from "./move-gain";
import type { Policy, PolicyDecision, PolicyView } from "./policy";
import { decideByQueue } from "./queue";
import { refutedPhase } from "./refutation";

/** The numbers of the rule (docs/policies.md says what each is worth). */
export const HEADROOM = {
  /** Whole seconds of history that a decision needs. */
  historyS: 5,
  /** Times of the TTFT SLO, of 1 s at least, in which a backlog is to be gone. */
  drainTimes: 3,
  /** A backlog counts for no more than so many times what is offered, or one engine. */
  backlogTimes: 2,
  /** The least standard deviation of a load, in engines. */
  leastSpread: 0.15,
  /** Headroom that is enough, in standard deviations. */
  ample: 3,
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
  /** Splits are compared by it: see `worthOf`. */
  readonly worth: number;
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
  const worth = (split: number) => headroomOfSplit(split).worth;
  const best = bestSplit(view, worth);
  const needed = neededGain(view, best, worth(current));
  const zCurrent = headroomOfSplit(current).headroom;
  const zBest = headroomOfSplit(best).headroom;
  const facts = addFacts(known, { headroomCurrent: zCurrent, headroomBest: zBest, headroomBestPrefill: best });
  if (leastPrefill > current || current > mostPrefill) return { action: "move", prefill: best, facts };
  if (zCurrent >= HEADROOM.ample) return hold("headroom_ample", facts, limitOf("headroom", zCurrent, HEADROOM.ample));
  if (best === current) return hold("headroom_best", facts, limitOf("headroom_gain", 0, needed));
  const gain = (split: number) => worth(split) - worth(current);
  if (gain(best) > needed) return nearestAdmitted(view, best, (split) => gain(split) > needed, facts);
  return { ...hold("headroom_gain_small", facts, limitOf("headroom_gain", gain(best), needed)), prefill: best };
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

function loadsOf({ backlog, moveS, config }: PolicyView, offered: OfferedRates): Loads {
  // Waiting costs nothing within the TTFT SLO: a longer one averages bursts, and gives a backlog time.
  const patience = Math.max(1, config.ttftSloS);
  // A move that comes too late for a backlog is not made for it.
  const drainS = Math.max(HEADROOM.drainTimes * patience, moveS);
  return {
    prefill: phaseLoad(offered.prefill, backlog.prefillS / drainS, Math.sqrt(patience)),
    decode: phaseLoad(offered.decode, backlog.decodeDemand, 1),
  };
}

function phaseLoad({ mean, recent, deviation }: OfferedRate, backlog: number, calming: number): PhaseLoad {
  const offered = Math.max(mean, recent);
  const most = Math.max(1, HEADROOM.backlogTimes * offered);
  return {
    load: offered + Math.min(backlog, most),
    spread: Math.max(deviation / calming, HEADROOM.leastSpread),
  };
}

function headroomOf({ capacity }: PolicyView, { prefill, decode }: Loads): HeadroomOf {
  return (split) => {
    const engines = capacity(split);
    const prefillSpare = engines.prefill - prefill.load;
    const decodeSpare = engines.decode - decode.load;
    const prefillHeadroom = prefillSpare / prefill.spread;
    const decodeHeadroom = decodeSpare / decode.spread;
    const headroom = Math.min(prefillHeadroom, decodeHeadroom);
    const worth = worthOf(prefillHeadroom, decodeHeadroom);
    return { prefillSpare, decodeSpare, prefillHeadroom, decodeHeadroom, headroom, worth };
  };
}

/** The one of the most worth; of equals the one that moves the fewest engines. */
function bestSplit(
  { prefillEngines, leastPrefill, mostPrefill }: PolicyView,
  worthOfSplit: (split: number) => number,
): number {
  let best = leastPrefill;
  let most = worthOfSplit(best);
  for (let split = leastPrefill + 1; split <= mostPrefill; split += 1) {
    const worth = worthOfSplit(split);
    // Worth rises up to the best split and falls behind it: equals are neighbours.
    if (!(worth > most || (worth === most && split <= prefillEngines))) continue;
    best = split;
    most = worth;
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
