import type { DecisionCount, ReplayMove, ReplayReport } from "../replay";
import { clockTime, counted, figure, whole } from "./format";
import { meaningOf } from "./print-reasons";
import { section, table } from "./tables";

/** What the controller decided, and the moves that came of it. */
export function decisionsOf(report: ReplayReport): string {
  const { control, decisions, moves } = report;
  if (control === "off") return "Decisions: none, control was off";
  const total = decisions.reduce((sum, { count }) => sum + count, 0);
  return section(
    `Decisions: ${whole(total)}; ${movesMade(report)}`,
    ...(total > 0 ? [countsTable(decisions)] : []),
    ...(moves.length > 0 ? ["", MOVES_LEGEND, movesTable(moves), ...moreMoves(moves)] : []),
  );
}

const MOVES_LEGEND = "Moves (split: after it; worst, then: largest ratio to an SLO of the old and the new split)";

/** How many moves there were: `12 moves (5 reversals)`. */
export function movesMade({ moves, reversals }: ReplayReport): string {
  if (moves.length === 0) return "no moves";
  return counted(moves.length, "move") + (reversals > 0 ? ` (${counted(reversals, "reversal")})` : "");
}

/** What acted comes before what did not. */
const RESULTS = ["applied", "proposed", "advisory", "blocked", "held"] as const;

function countsTable(counts: readonly DecisionCount[]): string {
  const urgent = counts.some((row) => row.urgent > 0);
  const rows = RESULTS.flatMap((result) => counts.filter((row) => row.result === result));
  return table(
    ["result", "reason", "times", ...(urgent ? ["urgent"] : []), "meaning"],
    rows.map(({ result, reason, count, urgent: urgentCount }) => [
      result,
      reason,
      whole(count),
      ...(urgent ? [whole(urgentCount)] : []),
      meaningOf(reason),
    ]),
    ["result", "reason", "meaning"],
  );
}

const SHOWN_MOVES = 20;

function movesTable(moves: readonly ReplayMove[]): string {
  const late = moves.some(({ decidedS, movedS }) => movedS !== decidedS);
  const rows = moves
    .slice(0, SHOWN_MOVES)
    .map((move) => [
      clockTime(move.decidedS),
      ...(late ? [move.movedS === null ? "-" : clockTime(move.movedS)] : []),
      move.engine,
      `${move.from} -> ${move.to}`,
      ...outlook(move),
      move.decision.urgentSignals === undefined ? move.decision.reason : `${move.decision.reason} (urgent)`,
    ]);
  return table(["at", ...(late ? ["done"] : []), "engine", "move", "split", "worst", "then", "reason"], rows, [
    "engine",
    "move",
    "reason",
  ]);
}

/** The split that a move leads to, and the worst ratio of the old split and of that one; a dash where none was asked for. */
function outlook({ decision }: ReplayMove): string[] {
  const { prefill, decode, objective = null, objectiveDelta = null } = decision;
  const before = objective === null || objectiveDelta === null ? null : objective + objectiveDelta;
  return [`${prefill} + ${decode}`, figure(before), figure(objective)];
}

function moreMoves({ length }: readonly ReplayMove[]): string[] {
  return length > SHOWN_MOVES ? [`... and ${whole(length - SHOWN_MOVES)} more`] : [];
}
