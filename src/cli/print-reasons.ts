import type { KnownReason } from "../control/reasons";

/** What each reason of a decision means, in a few words. */
const MEANINGS: Readonly<Record<KnownReason, string>> = {
  improved: "the other split serves the demand better",
  restore_decode_floor: "too few decode engines were available",
  restore_prefill_floor: "too few prefill engines were available",
  fleet_unavailable: "an engine was down",
  insufficient_history: "too few arrivals or too little demand",
  recovery_not_ready: "the profiles could not price all of the demand",
  floor_decode: "decode would have too few engines",
  floor_prefill: "prefill would have too few engines",
  evidence_risk: "too little was seen since decode last needed help",
  evidence_collecting: "too little was seen to take an engine from decode",
  evidence_trend: "decode demand was rising",
  mixed_profiles_missing: "both roles were loaded, and an engine has no profile",
  urgent_profiles_missing: "an engine has no profile",
  urgent_no_improvement: "one more prefill engine would not help the queue",
  profile_uncovered: "the profiles do not reach as far as the work",
  kv_capacity: "decode would need more KV tokens than its engines hold",
  mixed_no_improvement: "both roles were loaded, and no split is better",
  source_pressure_decode: "decode was too loaded to give an engine",
  source_pressure_prefill: "prefill was too loaded to give an engine",
  movement_margin: "no neighbouring split is better by enough",
  no_candidate: "no split came into question",
  confirming: "the same proposal has to win some more steps",
  policy_error: "the policy failed",
  queues_short: "too few requests waited to call for a move",
  headroom_ample: "both roles had engines to spare",
  headroom_best: "no split leaves the tighter role more to spare",
  headroom_gain_small: "no split leaves it more by enough",
  move_pending: "the last move was still under way",
  cooldown: "too soon after the last move to decode",
  last_live_engine: "the role would lose its last available engine",
  live_floor_prefill: "too few available engines would be left to prefill",
  live_floor_decode: "too few available engines would be left to decode",
  pinned: "every engine of the role must keep it",
  dwell: "every engine of the role has moved too recently",
  resident_guard: "the engine had too many requests in decode",
};

/** What a reason means, in a few words; a policy of one's own knows what its reasons mean. */
export function meaningOf(reason: string): string {
  return MEANINGS[reason as KnownReason] ?? "a reason that this version does not know";
}
