import type { DecisionQueue } from "../decision/decision";
import { QUEUE_REASONS } from "../decision/reasons";
import { limitOf } from "./limits";
import type { Policy, PolicyDecision, PolicyView } from "./policy";

/** The numbers of the rule (docs/policies.md says what each is worth). */
export const QUEUE = {
  /** Requests that wait for each prefill engine, above which it needs one more. */
  perEngine: 2,
  /** Projected age of the line, in units of the TTFT SLO, above which prefill needs one more. */
  late: 1,
  /** Mean token gap, in units of the TPOT SLO, above which decode needs one more. */
  slow: 1,
  /** Passes in a row that have to want the same move: a queue of one moment calls for none. */
  confirmations: 2,
} as const;

/**
 * The queue policy (docs/policies.md): one engine at a time goes to the phase that requests wait for. It needs no
 * profile and no lengths.
 */
export const queuePolicy: Policy = Object.freeze({
  name: "queue",
  reasons: QUEUE_REASONS,
  every: "pass",
  signals: true,
  decide: decideByQueue,
} satisfies Policy);

/** Decides by what needs no model: who waits, how long, and how long token gaps are. */
export function decideByQueue(view: PolicyView): PolicyDecision {
  const { prefillEngines: current, leastPrefill, mostPrefill } = view;
  const facts = queueFacts(view);
  if (leastPrefill > mostPrefill) return noCandidate(facts);
  const wanted = Math.min(mostPrefill, Math.max(leastPrefill, current + neededStep(view, facts)));
  if (wanted !== current) {
    const prefill = current + Math.sign(wanted - current);
    return { action: "move", prefill, facts, confirmations: QUEUE.confirmations };
  }
  if (neededStep(view, facts) !== 0) return noCandidate(facts);
  const limit = limitOf("line_requests", facts.lineRequests / Math.max(1, current), QUEUE.perEngine);
  return { action: "hold", reason: "queues_short", facts, limit };
}

function noCandidate(facts: DecisionQueue): PolicyDecision {
  return { action: "hold", reason: "no_candidate", facts, limit: limitOf("candidates", 0, 1) };
}

/** 1: prefill needs an engine more; -1: decode does, which comes first; 0: neither. */
function neededStep({ prefillEngines, backlog, config }: PolicyView, facts: DecisionQueue): -1 | 0 | 1 {
  const { lineRequests, projectedWaitS, tokenGapRatio } = facts;
  if (backlog.waitingDecode > 0 || (tokenGapRatio ?? 0) > QUEUE.slow) return -1;
  const isLong = lineRequests > QUEUE.perEngine * prefillEngines;
  return isLong || (projectedWaitS ?? 0) > QUEUE.late * config.ttftSloS ? 1 : 0;
}

function queueFacts({ backlog, signals }: PolicyView): DecisionQueue {
  const { firstTokensPerS, oldestWaitS, gapRatio } = signals;
  const lineRequests = backlog.waitingPrefill;
  const servedS = firstTokensPerS && firstTokensPerS > 0 ? lineRequests / firstTokensPerS : null;
  return {
    lineRequests,
    waitingDecode: backlog.waitingDecode,
    projectedWaitS: servedS === null ? oldestWaitS : Math.max(oldestWaitS, servedS),
    tokenGapRatio: gapRatio,
  };
}
