import type { MoveEffectRow } from "../journal/journal-rows";
import { counted, figure, percent, timeOf } from "./format";

/** The effect of a decision's moves as a person reads it. */
export function effectLine(row: MoveEffectRow): string {
  const { at_s, decided_s, by, engines, both_before_ratio: before, both_after_ratio: after } = row;
  const gained = gainOf(row.load_unmoved, row.load_moved);
  const predicted = gainOf(row.predicted_load_unmoved, row.predicted_load_moved);
  return [
    `${timeOf(at_s)}  effect of ${timeOf(decided_s)}, ${counted(engines, "engine")} by ${by}: `,
    gained === null ? "its load was not measured" : gainWords(gained),
    predicted === null ? "" : ` (predicted ${predicted < 0 ? "-" : ""}${figure(Math.abs(predicted))})`,
    `; both SLOs met ${percent(before)} before, ${percent(after)} after`,
  ].join("");
}

function gainOf(unmoved: number | null, moved: number | null): number | null {
  return unmoved === null || moved === null ? null : unmoved - moved;
}

function gainWords(gain: number): string {
  if (Math.abs(gain) < 0.0005) return "no load gained";
  return gain > 0
    ? `${figure(gain)} of load off the tighter role`
    : `${figure(-gain)} of load more on the tighter role`;
}
