import { readArgument } from "../check";
import type { Decision } from "./decision";
import { type DecisionDocument, decisionDocument } from "./decision-document";
import { why } from "./explain-why";
import { apart, counted, engines, movedEngines, percent, plain, seconds, sourceOf, targetOf } from "./explain-words";

/**
 * A decision in two or three English sentences, for a person on call: what was proposed from which split; why, or what
 * stood in the way and when that can clear at the earliest; and the number that matters most. A decision and its
 * record (`decisionDocument`, a line of a journal) have the same text.
 *
 * @throws ArgumentError for anything else
 * @example
 * for (const decision of pool.pass().decisions) console.log(explain(decision));
 */
export function explain(decision: Decision | DecisionDocument): string {
  const rule = "must be a decision or its record";
  return readArgument("decision", rule, decision, () => {
    // The record of a record is that record.
    const record = decisionDocument(decision as Decision);
    const sentences = [what(record), why(record), outlook(record)];
    return sentences.filter((sentence) => sentence !== "").join(" ");
  });
}

function what(record: DecisionDocument): string {
  const sentence = isProposal(record) ? proposal(record) : `Kept ${engines(record.prefill, record.decode)}.`;
  return isUrgent(record) ? `Urgent: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}` : sentence;
}

/** Whether it speaks of another split, or of a move that would have made one. */
function isProposal({ result, prefill, current_prefill }: DecisionDocument): boolean {
  return result !== "held" || (current_prefill !== undefined && current_prefill !== prefill);
}

const VERBS = {
  applied: "Moved",
  proposed: "Asked the host to move",
  advisory: "In advisory mode, did not move",
  blocked: "Could not move",
  held: "Did not move",
} as const;

function proposal(record: DecisionDocument): string {
  const { result, prefill, decode, current_prefill = prefill, current_decode = decode } = record;
  const verb = `${VERBS[result]} ${moved(record)} to ${targetOf(record)}`;
  const current = engines(current_prefill, current_decode);
  if (current_prefill === prefill) return `${verb}: there are ${current}.`;
  return `${verb}: ${current} ${result === "applied" ? "became" : "would become"} ${prefill} and ${decode}.`;
}

/** The engines that moved, or how many would have. */
function moved(record: DecisionDocument): string {
  const { moves = [] } = record;
  const [first] = moves;
  if (first) return `${moves.length === 1 ? "engine" : "engines"} ${idsOf(moves)} from ${first.from}`;
  const several = movedEngines(record);
  return several === 1 ? `one ${sourceOf(record)} engine` : counted(several, `${sourceOf(record)} engine`);
}

function idsOf(moves: DecisionDocument["moves"]): string {
  const ids = moves.map(({ engine }) => engine);
  return ids.length === 1 ? `${ids[0]}` : `${ids.slice(0, -1).join(", ")} and ${ids.at(-1)}`;
}

/** The number that matters most: how late a first token will be, what the tighter role can spare, or how busy they are. */
function outlook(record: DecisionDocument): string {
  if (isUrgent(record)) return lateToken(record);
  const basis = queueBasis(record);
  if (basis !== "") return basis;
  return record.headroom_current === undefined ? busierRole(record) : tighterRole(record);
}

/** Why the headroom policy let queues decide. */
function queueBasis({ headroom_basis, refuted_phase = "prefill", ...record }: DecisionDocument): string {
  switch (headroom_basis) {
    case "no_model":
      return "Queues decide, since the engines have no profile and have shown too little.";
    case "history_short":
      return "Queues decide, since less than 5 s of what is offered is known.";
    case "model_refuted": {
      const {
        [`${refuted_phase}_spare_engines` as const]: spare = null,
        [`${refuted_phase}_fit` as const]: fit = null,
      } = record;
      const room = `${refuted_phase} misses its SLO where the model says that it has ${plain(spare)} engines to spare`;
      return `Queues decide, since ${room}; it now counts ${plain(fit)} times what the profile says.`;
    }
    default:
      return "";
  }
}

function tighterRole(record: DecisionDocument): string {
  const { headroom_current = null, headroom_best = null, headroom_best_prefill, current_prefill } = record;
  const [now, best] = apart(headroom_current, headroom_best, plain);
  const inBest = headroom_best_prefill === current_prefill ? "" : `, and ${best} in the best split`;
  const spare = spareOfTighter(record);
  if (spare === null) return `The tighter role has ${now} standard deviations of its load to spare${inBest}.`;
  return `The tighter role, ${spare}: ${now} standard deviations of its load${inBest}.`;
}

/** In engines, where the record has them. */
function spareOfTighter(record: DecisionDocument): string | null {
  const { prefill_spare_engines: prefill, decode_spare_engines: decode } = record;
  const { prefill_spread_engines: prefillSpread = 1, decode_spread_engines: decodeSpread = 1 } = record;
  if (typeof prefill !== "number" || typeof decode !== "number") return null;
  const isPrefill = prefill / (prefillSpread ?? 1) <= decode / (decodeSpread ?? 1);
  const spare = isPrefill ? prefill : decode;
  const amount = spare < 0 ? `is short by ${plain(-spare)} engines` : `has ${plain(spare)} engines to spare`;
  return `${isPrefill ? "prefill" : "decode"}, ${amount}`;
}

function lateToken(record: DecisionDocument): string {
  const { trigger_id = null, projected_ttft_s = null, ttft_slo_s = null, candidate_projected_ttft_s = null } = record;
  const request = trigger_id === null ? "A waiting request" : `Waiting request ${trigger_id}`;
  const [projected, limit] = apart(projected_ttft_s, ttft_slo_s, seconds);
  const candidate = seconds(candidate_projected_ttft_s);
  const relief = candidate_projected_ttft_s === null ? "" : `, and ${candidate} with one more prefill engine`;
  return `${request} has a projected TTFT of ${projected}${relief}; the limit is ${limit}.`;
}

function busierRole(record: DecisionDocument): string {
  const { result, prefill, current_prefill, objective = null, objective_delta = null } = record;
  if (objective === null) return "";
  if (prefill === current_prefill) return `The busier role is at ${percent(objective)} of its limit.`;
  if (objective_delta === 0) return `The busier role would stay at ${percent(objective)} of its limit.`;
  const goes = result === "applied" || result === "proposed" ? "is expected to go" : "would go";
  if (objective_delta === null) return `The busier role ${goes} to ${percent(objective)} of its limit.`;
  const [before, after] = apart(objective + objective_delta, objective, percent);
  return `The busier role ${goes} from ${before} to ${after} of its limit.`;
}

function isUrgent({ urgent_signals }: DecisionDocument): boolean {
  return urgent_signals !== undefined;
}
