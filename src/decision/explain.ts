import { readArgument } from "../check";
import type { Decision } from "./decision";
import { type DecisionDocument, decisionDocument } from "./decision-document";
import { queueBasis, tighterRole } from "./explain-headroom";
import { lateToken } from "./explain-late";
import {
  apart,
  capital,
  countOf,
  engines,
  isUrgent,
  lowered,
  movedEngines,
  percent,
  seconds,
  sourceOf,
  targetOf,
} from "./explain-words";
import { notWorthIt } from "./explain-worth";
import { sentenceOf } from "./reason-texts";

/**
 * A decision in two or three English sentences, for a person on call: what was proposed from which split; why, or what
 * stood in the way and when that can clear at the earliest; and the number that matters most. That a move was not worth
 * it comes before any gate. A decision and its record (`decisionDocument`, a line of a journal) have the same text.
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
    const sentences = [what(record), ...grounds(record)];
    return sentences.filter((sentence) => sentence !== "").join(" ");
  });
}

/** Why, and the number that matters most. Of two things in the way the one that no waiting clears comes first. */
function grounds(record: DecisionDocument): string[] {
  const worthless = notWorthIt(record);
  if (worthless === null) return [why(record), outlook(record)];
  return [worthless, `Also, ${lowered(why(record))}`];
}

/** Why it moved, or what stood in its way, as one sentence. */
function why(record: DecisionDocument): string {
  const { clears_in_s: clearsInS = null } = record.limit ?? {};
  const clears = clearsInS === null ? "" : `; that can clear in ${seconds(clearsInS)} at the earliest`;
  return `${capital(sentenceOf(record))}${clears}.`;
}

function what(record: DecisionDocument): string {
  const sentence = isProposal(record) ? proposal(record) : `Kept ${engines(record.prefill, record.decode)}.`;
  return isUrgent(record) ? `Urgent: ${lowered(sentence)}` : sentence;
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
  return several === 1 ? `one ${sourceOf(record)} engine` : countOf(several, `${sourceOf(record)} engine`);
}

function idsOf(moves: DecisionDocument["moves"]): string {
  const ids = moves.map(({ engine }) => engine);
  return ids.length === 1 ? `${ids[0]}` : `${ids.slice(0, -1).join(", ")} and ${ids.at(-1)}`;
}

/** The number that matters most: how late a first token will be, what the tighter role can spare, or how busy they are. */
function outlook(record: DecisionDocument): string {
  if (isUrgent(record)) return lateToken(record);
  const basis = queueBasis(record);
  if (basis !== null) return basis;
  return record.headroom_current === undefined ? busierRole(record) : tighterRole(record);
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
