import type { Decision } from "../decision/decision";
import { meaningOf } from "../decision/reason-texts";
import type { ReplayMove } from "../replay";
import { clockTime, counted, figure, whole } from "./format";
import { section, table } from "./tables";

/** Moves of one decision: all at once, or one engine a decision. */
export interface MovedTogether {
  readonly decision: Decision;
  readonly moves: readonly ReplayMove[];
}

/** The moves of a replay by the decisions that made them, in their order. */
export function movesByDecision(moves: readonly ReplayMove[]): MovedTogether[] {
  const byDecision = new Map<Decision, ReplayMove[]>();
  for (const move of moves) {
    const together = byDecision.get(move.decision);
    if (together) together.push(move);
    else byDecision.set(move.decision, [move]);
  }
  return [...byDecision].map(([decision, together]) => ({ decision, moves: together }));
}

/** Which engines moved: `engine-3`, or `5 engines` where they are many. */
export function enginesMoved(moves: readonly ReplayMove[]): string {
  return moves.length > 2 ? counted(moves.length, "engine") : moves.map(({ engine }) => engine).join(", ");
}

/** `1 + 3 -> 2 + 2`: prefill + decode engines before a decision and after it. */
export function splitChange({ prefill, decode, currentPrefill, currentDecode }: Decision): string {
  const before = currentPrefill === undefined ? "" : `${currentPrefill} + ${currentDecode} -> `;
  return `${before}${prefill} + ${decode}`;
}

/** Why engines moved, in a few words: what the policy that moved them saw. */
export function whyMoved(decision: Decision): string {
  return `${decision.urgentSignals === undefined ? "" : "urgent: "}${groundsOf(decision)}`;
}

function groundsOf(decision: Decision): string {
  const { reason, objective = null, objectiveDelta = null, prefillLoadEngines, decodeLoadEngines } = decision;
  if (reason !== "improved") return meaningOf(reason);
  if (prefillLoadEngines !== undefined && decodeLoadEngines !== undefined) {
    const prefill = `${figure(prefillLoadEngines)} ± ${figure(decision.prefillSpreadEngines ?? 0)}`;
    const decode = `${figure(decodeLoadEngines)} ± ${figure(decision.decodeSpreadEngines ?? 0)}`;
    return `work for prefill ${prefill}, decode ${decode}`;
  }
  if (objective === null || objectiveDelta === null) return meaningOf(reason);
  return `the busier role goes from ${figure(objective + objectiveDelta)} to ${figure(objective)} times its limit`;
}

/** Explains `work for prefill 2.2 ± 0.9`, where a move has it; else nothing. */
export function workLegend(moves: readonly ReplayMove[]): string[] {
  const said = moves.some(({ decision }) => decision.prefillLoadEngines !== undefined);
  return said ? ["work: offered and waiting, in engines, ± its standard deviation from second to second"] : [];
}

const SHOWN = 20;

/** The moves as a table, one row a decision; nothing where there were none. */
export function movesTable(moves: readonly ReplayMove[]): string[] {
  if (moves.length === 0) return [];
  const all = movesByDecision(moves);
  const late = moves.some(({ decidedS, movedS }) => movedS !== decidedS);
  const rows = all
    .slice(0, SHOWN)
    .map((together) => [
      clockTime(together.decision.at),
      ...(late ? [doneAt(together.moves)] : []),
      enginesMoved(together.moves),
      `to ${together.moves[0]?.to}`,
      splitChange(together.decision),
      whyMoved(together.decision),
    ]);
  const words = ["engines", "role", "prefill + decode", "why"];
  return [
    section(
      "Moves",
      table(["at", ...(late ? ["done"] : []), ...words], rows, words),
      ...workLegend(moves),
      ...(all.length > SHOWN ? [`... and ${whole(all.length - SHOWN)} more decisions that moved engines`] : []),
    ),
  ];
}

function doneAt(moves: readonly ReplayMove[]): string {
  const times = moves.map(({ movedS }) => movedS ?? Number.POSITIVE_INFINITY);
  const lastS = Math.max(...times);
  return Number.isFinite(lastS) ? clockTime(lastS) : "-";
}
