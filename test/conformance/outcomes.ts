import { manualClock } from "../../src/index";
import { OutcomeWindow } from "../../src/parts";
import type { Replayer } from "./replayer";

/** outcomes-*: outcomes and attainment. */
export const outcomesReplayer: Replayer = {
  start(header) {
    const clock = manualClock(header.start);
    const outcomes = new OutcomeWindow({ bucketS: header.bucket_s, retainedS: header.retained_s, clock });
    return (operation) => {
      clock.set(operation.t);
      if (operation.op === "outcome") {
        outcomes.record(operation.ttft_met, operation.tpot_met, operation.at ?? operation.t);
        return {};
      }
      const { total, ttftMet, tpotMet } = outcomes.since(operation.since);
      return {
        counts: { total, ttft_met: ttftMet, tpot_met: tpotMet },
        attainment: attainmentDocument(outcomes),
      };
    };
  },
};

/** The attainment fields of section 2 in their names on the wire. */
export function attainmentDocument(outcomes: OutcomeWindow): Record<string, number> {
  const evidence = outcomes.evidence();
  return {
    bucket_s: evidence.bucketS,
    retained_s: evidence.retainedS,
    covered_s: evidence.coveredS,
    buckets: evidence.buckets,
    outcomes: evidence.outcomes,
    pruned_buckets: evidence.prunedBuckets,
    pruned_outcomes: evidence.prunedOutcomes,
  };
}
