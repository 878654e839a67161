import type { DecisionDocument } from "./decision-document";
import { lateToken } from "./explain-late";
import { apart, isUrgent, lowered, percent } from "./explain-words";
import type { KnownReason } from "./reasons";

/** Reasons that say themselves that the move was not worth it, or that this is not known. */
const OUTSPOKEN: ReadonlySet<string> = new Set<KnownReason>([
  "urgent_no_improvement",
  "mixed_no_improvement",
  "movement_margin",
  "no_candidate",
  "profile_uncovered",
  "mixed_profiles_missing",
]);

/**
 * Why the best move was not worth it, whatever gate was asked first: that gate may clear, and it is worth no more. Null
 * where it was worth it, or where the record does not say: by how much it has to be better is not in it.
 */
export function notWorthIt(record: DecisionDocument): string | null {
  const { result, reason, prefill, current_prefill = prefill, decode_profile_covered } = record;
  const stands = result !== "held" && result !== "blocked";
  if (stands || prefill === current_prefill || OUTSPOKEN.has(reason)) return null;
  const late = isUrgent(record) ? noEarlierToken(record) : null;
  if (late !== null) return late;
  if (decode_profile_covered === false) return UNCOVERED;
  return isUrgent(record) ? null : noRelief(record);
}

const UNCOVERED =
  "What the move does is not known: an engine has no profile, or some work lies outside what the profiles were measured for.";

function noEarlierToken(record: DecisionDocument): string | null {
  const { projected_ttft_improvement_s: improvementS = null } = record;
  return improvementS === null || improvementS > 0 ? null : `That would not help: ${lowered(lateToken(record))}`;
}

function noRelief({ objective = null, objective_delta = null }: DecisionDocument): string | null {
  if (objective === null || objective_delta === null || objective_delta > 0) return null;
  if (objective_delta === 0) {
    return `That would not help: the busier role would stay at ${percent(objective)} of its limit.`;
  }
  const [before, after] = apart(objective + objective_delta, objective, percent);
  return `That would make things worse: the busier role would go from ${before} to ${after} of its limit.`;
}
