import type { Demand } from "../accounting/demand";
import type { Config } from "../config";
import { addFacts, type DecisionFacts, type DecisionRelief } from "../decision/decision";
import type { CandidateReason, EarlyReason } from "../decision/reasons";
import type { EvidenceReading } from "../scoring/evidence";
import type { ScoreOptions, SplitScore } from "../scoring/scores";
import { recoveryRatio, type ScoringInputs } from "../scoring/scoring-inputs";
import { admitted, best, type Candidate, type CandidateContext, heldReason, isSafe, judge } from "./candidates";
import { candidateFacts, inputFacts } from "./facts";

/** Inputs of the policy. */
export interface PolicyInputs {
  readonly config: Config;
  /** Scores a split of the snapshot. */
  readonly score: (prefill: number, options?: ScoreOptions) => SplitScore;
  readonly snapshot: ScoringInputs;
  /** Demand of the window under the profiles that exist. */
  readonly demand: Demand;
  readonly evidence: EvidenceReading;
  /** On the urgent path: what a donor would do for the queue; else null. */
  readonly relief: DecisionRelief | null;
}

/** Wish of the policy: nothing, for a reason, or another split. */
export type Verdict = Hold | Wish;

interface VerdictBase {
  /** The split that it speaks of. */
  readonly prefill: number;
  readonly facts: DecisionFacts;
}

/** The policy holds: before it looked at candidates, or because of the candidate that was judged. */
export type Hold = VerdictBase & { readonly wants: "hold" } & (
    | { readonly reason: EarlyReason; readonly judged: null }
    | { readonly reason: CandidateReason; readonly judged: Judged }
  );

/** The policy wants a move. */
export interface Wish extends VerdictBase {
  readonly wants: "move";
  readonly recovery: boolean;
  readonly mixed: boolean;
  /** Steps in a row that have to want the same. */
  readonly required: number;
}

/** A candidate with what it was judged by, to say what held it. */
export interface Judged {
  readonly candidate: Candidate;
  readonly context: CandidateContext;
}

/** The reactive policy (semantics, section 10, steps 4 to 9, and section 12). */
export function decideReactive(inputs: PolicyInputs): Verdict {
  const { config, snapshot, demand, evidence, relief } = inputs;
  const facts = inputFacts(snapshot, demand);
  const hold = relief ? urgentHold(snapshot) : earlyHold(inputs);
  if (hold) {
    const prefill = snapshot.prefillEngines + (relief && snapshot.decodeEngines > 0 ? 1 : 0);
    return { wants: "hold", prefill, reason: hold, facts, judged: null };
  }
  const context: CandidateContext = {
    config,
    current: inputs.score(snapshot.prefillEngines),
    evidence,
    recoveryPrefillRatio: recoveryRatio(snapshot),
    profilesComplete: snapshot.profilesComplete,
    urgent: relief !== null,
  };
  const candidates = candidateSplits(inputs).map((prefill) => {
    const toPrefill = prefill > snapshot.prefillEngines;
    const decodeOverride = toPrefill ? evidence.envelopeDecodeEngines : null;
    return judge(inputs.score(prefill, { decodeOverride }), context);
  });
  return choose(inputs, context, candidates, facts);
}

function choose(
  inputs: PolicyInputs,
  context: CandidateContext,
  candidates: readonly Candidate[],
  known: DecisionFacts,
): Verdict {
  const { config, demand, relief } = inputs;
  const recovery = !demand.complete;
  const chosen = best(candidates.filter((candidate) => mayMove(candidate, context, relief)));
  const shown = chosen ?? best(candidates) ?? judge(context.current, context);
  const facts = addCandidate(known, shown, context, inputs);
  if (!chosen) {
    const reason = heldReason(shown, context, relief && improves(relief));
    const judged = { candidate: shown, context };
    return { wants: "hold", prefill: shown.score.prefill, reason, facts, judged };
  }
  const sure = relief !== null || (!recovery && !chosen.mixed && destinationOver(chosen, context));
  const required = sure ? 1 : Math.max(config.confirmations, config.sustainedIntervals);
  const { mixed, score } = chosen;
  return { wants: "move", prefill: score.prefill, recovery, mixed, required, facts };
}

/** Step 5: too little is known, or too little is wrong. */
function earlyHold({ config, snapshot, demand }: PolicyInputs): EarlyReason | null {
  const recovery = !demand.complete;
  const ready = recoveryNeed(snapshot) >= config.expand && snapshot.profilesComplete;
  const tooLittle = demand.prefillDemand + demand.decodeDemand < config.demandFloor;
  const holds = demand.arrivals < config.minArrivals || (recovery ? !ready : tooLittle);
  if (!holds) return null;
  return recovery ? "recovery_not_ready" : "insufficient_history";
}

function urgentHold(snapshot: ScoringInputs): EarlyReason | null {
  return snapshot.profilesComplete ? null : "urgent_profiles_missing";
}

/** The pressure that recovery waits for. */
export function recoveryNeed(snapshot: ScoringInputs): number {
  return Math.max(recoveryRatio(snapshot), snapshot.decodePressure);
}

/** Step 6: the neighbours of the current split; in recovery only where the pressure is. */
function candidateSplits({ config, snapshot, demand, relief }: PolicyInputs): number[] {
  const { prefillEngines, decodeEngines } = snapshot;
  const down = demand.complete || snapshot.decodePressure >= config.expand;
  const up = demand.complete || recoveryRatio(snapshot) >= config.expand;
  const wanted = relief
    ? [prefillEngines + 1]
    : [...(down ? [prefillEngines - 1] : []), ...(up ? [prefillEngines + 1] : [])];
  return wanted.filter((prefill) => prefill >= 1 && prefill < prefillEngines + decodeEngines);
}

function mayMove(candidate: Candidate, context: CandidateContext, relief: DecisionRelief | null): boolean {
  if (!relief) return admitted(candidate, context);
  const { sourceSafe, improvement } = candidate;
  return isSafe(candidate) && improves(relief) && (sourceSafe || improvement > 0);
}

function improves(relief: DecisionRelief): boolean {
  return relief.projectedTtftImprovementS > 0;
}

function destinationOver({ toPrefill }: Candidate, { current, config }: CandidateContext): boolean {
  const ratio = toPrefill ? current.ttftRatio : Math.max(current.tpotRatio, current.decodeQueueRatio);
  return ratio >= config.expand;
}

function addCandidate(
  known: DecisionFacts,
  candidate: Candidate,
  context: CandidateContext,
  { demand, relief }: PolicyInputs,
): DecisionFacts {
  addFacts(known, candidateFacts(candidate, context, demand));
  return relief ? addFacts(known, relief) : known;
}
