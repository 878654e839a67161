import { addFacts, type DecisionFacts } from "../decision/decision";
import { recoveryRatio } from "../scoring/scoring-inputs";
import { type CandidateContext, judge } from "./candidates";
import { candidateFacts, inputFacts } from "./facts";
import { headroomPolicy } from "./headroom";
import type { Policy, PolicyView } from "./policy";
import type { CheckedDecision } from "./policy-guard";
import { queuePolicy } from "./queue";

/**
 * Facts of a decision, and those that the record has under every policy of this package (semantics, section 13): demand,
 * how the split that the decision speaks of would do, and the evidence for it. The reactive policy decides by them and
 * has them; of headroom and queue they are for the reader, at each pass: an urgent decision reads no more than it needs. A
 * custom policy that reads no demand pays for none.
 */
export function recordedFacts(policy: Policy, { facts, prefill }: CheckedDecision, view: PolicyView): DecisionFacts {
  if (view.relief !== null || (policy !== headroomPolicy && policy !== queuePolicy)) return facts;
  return addFacts(specifiedFacts(view, prefill), facts);
}

function specifiedFacts(view: PolicyView, prefill: number): DecisionFacts {
  const { config, reading, relief, prefillEngines, decodeEngines } = view;
  const { snapshot, demand, evidence } = reading;
  const facts: DecisionFacts = inputFacts(snapshot, demand);
  const engines = prefillEngines + decodeEngines;
  if (prefillEngines === 0 || decodeEngines === 0 || prefill < 1 || prefill >= engines) return facts;
  const context: CandidateContext = {
    config,
    current: view.score(prefillEngines),
    evidence,
    recoveryPrefillRatio: recoveryRatio(snapshot),
    profilesComplete: snapshot.profilesComplete,
    urgent: relief !== null,
  };
  const decodeOverride = prefill > prefillEngines ? evidence.envelopeDecodeEngines : null;
  return addFacts(facts, candidateFacts(judge(view.score(prefill, { decodeOverride }), context), context, demand));
}
