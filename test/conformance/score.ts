import { Accounting } from "../../src/accounting/accounting";
import { ProfileSet } from "../../src/accounting/profile-set";
import { manualClock, profileFromJson, resolveConfig } from "../../src/index";
import type { SplitScore } from "../../src/scoring/scores";
import { recoveryRatio, type ScoringInputs } from "../../src/scoring/scoring-inputs";
import { scoreSplit } from "../../src/scoring/split-scorer";
import type { Replayer } from "./replayer";
import type { Operation } from "./vector-file";

/** score: the scores of every split of recorded snapshots. */
export const scoreReplayer: Replayer = {
  start() {
    const accounting = new Accounting(resolveConfig({ ttftSloS: 1, tpotSloS: 1 }), manualClock(0));
    return (operation) => {
      const snapshot = snapshotOf(operation);
      const splits = snapshot.prefillEngines + snapshot.decodeEngines + 1;
      const scores = [true, false].flatMap((includeResident) =>
        Array.from({ length: splits }, (_, prefill) => ({
          include_resident: includeResident,
          ...document(scoreSplit(accounting, snapshot, prefill, { includeResident })),
        })),
      );
      return { recovery_prefill_ratio: recoveryRatio(snapshot), scores };
    };
  },
};

function snapshotOf({ profiles, demand, snapshot }: Operation): ScoringInputs {
  return {
    atS: snapshot.at,
    demand: {
      prefillDemand: demand.prefill_engines,
      decodeDemand: demand.decode_engines,
      residentEngines: 0,
      expectedEngines: demand.decode_engines,
      arrivals: demand.arrivals,
      outputObservations: demand.output_observations,
      complete: demand.complete,
      gaps: [],
    },
    profiles: new ProfileSet(profiles.map((profile: { iid: string }) => profileFromJson(profile, profile.iid))),
    profilesComplete: snapshot.profiles_complete,
    prefillEngines: snapshot.current_prefill,
    decodeEngines: snapshot.current_decode,
    prefillPressure: snapshot.prefill_pressure,
    decodePressure: snapshot.decode_pressure,
    residentPrefillS: snapshot.resident_prefill_s,
    queuedPrefillS: snapshot.queued_prefill_s,
    residentDecodeTokens: snapshot.resident_decode_tokens,
    residentDecodeRequests: snapshot.resident_decode_requests,
    activeDecodeEngines: snapshot.active_decode_engines,
    decodeCorrection: snapshot.decode_correction,
    residentsInDomain: snapshot.resident_profile_covered,
    pendingShapes: snapshot.pending_decode_shapes.map(([input, output]: [number, number]) => [input, output, input]),
    offeredInputs: rangeOf(snapshot.offered_inputs),
    offeredOutputs: rangeOf(snapshot.offered_outputs),
    ttftSloS: snapshot.ttft_slo_s,
    tpotSloS: snapshot.tpot_slo_s,
    utilization: snapshot.utilization,
  };
}

function rangeOf(lengths: readonly number[]): [number, number] | null {
  return lengths.length === 0 ? null : [Math.min(...lengths), Math.max(...lengths)];
}

function document(score: SplitScore): Record<string, unknown> {
  return {
    prefill: score.prefill,
    decode: score.decode,
    ttft_ratio: score.ttftRatio,
    tpot_ratio: score.tpotRatio,
    objective: score.objective,
    decode_queue_ratio: score.decodeQueueRatio,
    decode_tokens_per_engine: score.decodeTokensPerEngine,
    decode_slo_capacity_tokens: score.decodeSloCapacityTokens,
    decode_kv_capacity_tokens: score.decodeKvCapacityTokens,
    decode_request_limit: score.decodeRequestLimit,
    decode_requests_per_engine: score.decodeRequestsPerEngine,
    pending_decode_requests: score.pendingDecodeRequests,
    pending_decode_tokens: score.pendingDecodeTokens,
    decode_profile_covered: score.decodeProfileCovered,
    decode_correction: score.decodeCorrection,
  };
}
