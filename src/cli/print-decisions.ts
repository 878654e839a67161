import { meaningOf } from "../decision/reason-texts";
import { RESULTS } from "../decision/vocabulary";
import type { DecisionCount, ReplayReport } from "../replay";
import { counted, whole } from "./format";
import { section, table } from "./tables";

/** Decisions and reasons of the controller, the most frequent first. */
export function decisionsOf(report: ReplayReport): string {
  const { control, decisions } = report;
  if (control === "off") return "Decisions: none, control was off";
  const total = decisions.reduce((sum, { count }) => sum + count, 0);
  return section(
    `Decisions: ${whole(total)}; ${movesMade(report)}`,
    ...(total > 0 ? [countsTable(decisions), "docs/decisions.md says what to do about each reason"] : []),
  );
}

/** How many moves there were: `12 moves (5 reversals)`. */
export function movesMade({ moves, reversals }: ReplayReport): string {
  if (moves.length === 0) return "no moves";
  return counted(moves.length, "move") + (reversals > 0 ? ` (${counted(reversals, "reversal")})` : "");
}

function countsTable(counts: readonly DecisionCount[]): string {
  const urgent = counts.some((row) => row.urgent > 0);
  const rows = RESULTS.flatMap((result) => counts.filter((row) => row.result === result));
  return table(
    ["result", "times", ...(urgent ? ["urgent"] : []), "why", "reason"],
    rows.map(({ result, reason, count, urgent: urgentCount }) => [
      result,
      whole(count),
      ...(urgent ? [whole(urgentCount)] : []),
      meaningOf(reason),
      reason,
    ]),
    ["why", "reason"],
  );
}
