import type { DecisionDocument } from "./decision-document";
import { apart, seconds } from "./explain-words";

/** How late the first token of the worst waiting request will be, and what one more prefill engine does for it. */
export function lateToken(record: DecisionDocument): string {
  const { trigger_id = null, projected_ttft_s = null, ttft_slo_s = null, candidate_projected_ttft_s = null } = record;
  const request = trigger_id === null ? "A waiting request" : `Waiting request ${trigger_id}`;
  const [projected, limit] = apart(projected_ttft_s, ttft_slo_s, seconds);
  const candidate = seconds(candidate_projected_ttft_s);
  const relief = candidate_projected_ttft_s === null ? "" : `, and ${candidate} with one more prefill engine`;
  return `${request} has a projected TTFT of ${projected}${relief}; the limit is ${limit}.`;
}
