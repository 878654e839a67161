import { AXES, LATE_LANE, SLOW_LINK } from "./axes";
import { CONTESTANTS } from "./contestants";
import { intervalOf } from "./interval";
import { markdown, meanOf, percent } from "./report";
import { placeOf } from "./report-apart";
import { type AxisJob, CLAIRVOYANT, type Outcome } from "./run";
import { SCENARIOS } from "./scenarios";
import { line } from "./targets";

export type RanAxis = AxisJob & Outcome;

/** Contestants that run with every axis. */
export const AXIS_RIVALS = ["reactive", "queue threshold", "headroom", "headroom, no profile"].map(placeOf);
const THRESHOLD = placeOf("queue threshold");
const HEADROOM = placeOf("headroom");

/** The table of the axes: means over the scenarios, and differences in points of the same requests. */
export function axisTable(runs: readonly RanAxis[]): string {
  const rivals = AXIS_RIVALS.map((rival) => CONTESTANTS[rival]?.name ?? "");
  const head = ["fleet", "best fixed split", ...rivals, "clairvoyant", "headroom - threshold", "regret of headroom"];
  const rows = AXES.map(({ name }, axis) => {
    const of = (rival: number) => sharesOf(runs, axis, rival);
    return [
      name,
      mean(fixedOf(runs, axis)),
      ...AXIS_RIVALS.map((rival) => mean(of(rival))),
      mean(of(CLAIRVOYANT)),
      difference(lessOf(of(HEADROOM), of(THRESHOLD))),
      difference(lessOf(of(CLAIRVOYANT), of(HEADROOM))),
    ];
  });
  return `${markdown(head, rows)}\n\n${regretTable(runs)}\n\n${targetLines(runs).join("\n")}`;
}

/** Scenario by scenario what headroom keeps, and the clairvoyant. */
function regretTable(runs: readonly RanAxis[]): string {
  const cellsOf = (axis: number, scenario: number) => {
    const kept = (rival: number) => sharesOf(runs, axis, rival)[scenario] ?? 0;
    return `${percent(kept(HEADROOM))} of ${percent(kept(CLAIRVOYANT))}`;
  };
  const shown = [0, LATE_LANE];
  const head = ["headroom of the clairvoyant", ...shown.map((axis) => AXES[axis]?.name ?? "")];
  return markdown(
    head,
    SCENARIOS.map(({ name }, scenario) => [name, ...shown.map((axis) => cellsOf(axis, scenario))]),
  );
}

function targetLines(runs: readonly RanAxis[]): string[] {
  const lane = sharesOf(runs, LATE_LANE, HEADROOM);
  const regrets = lessOf(sharesOf(runs, LATE_LANE, CLAIRVOYANT), lane);
  const [worst, slow, fixed] = [
    Math.max(...regrets),
    sharesOf(runs, SLOW_LINK, HEADROOM)[0] ?? 0,
    fixedOf(runs, SLOW_LINK)[0] ?? 0,
  ];
  return [
    line(meanOf(lane) >= 0.99, `with the late lane, mean of the scenarios at least 99.0%: ${percent(meanOf(lane))}`),
    line(meanOf(regrets) <= 0.005, `with it, mean regret at most 0.5 points: ${points(meanOf(regrets))}`),
    line(worst <= 0.015, `with it, largest regret at most 1.5 points: ${points(worst)}`),
    line(
      slow >= fixed - 0.01,
      `KV link of 300 us a token, ${SCENARIOS[0]?.name}: within 1 point of the best fixed split: ${percent(slow)} of ${percent(fixed)}`,
    ),
  ];
}

/** Share that a contestant kept in each scenario. */
function sharesOf(runs: readonly RanAxis[], axis: number, contestant: number): number[] {
  const mine = runs.filter((run) => run.axis === axis && run.contestant === contestant);
  return SCENARIOS.map((_, scenario) => mine.find((run) => run.scenario === scenario)?.both ?? 0);
}

/** The same of the split that was best to keep. */
function fixedOf(runs: readonly RanAxis[], axis: number): number[] {
  return SCENARIOS.map((_, scenario) => {
    const fixed = runs.filter((run) => run.axis === axis && run.scenario === scenario && run.contestant === -1);
    return Math.max(...fixed.map(({ both }) => both));
  });
}

function lessOf(shares: readonly number[], others: readonly number[]): number[] {
  return shares.map((share, scenario) => share - (others[scenario] ?? 0));
}

function mean(shares: readonly number[]): string {
  return percent(meanOf(shares));
}

function difference(differences: readonly number[]): string {
  const { low, high } = intervalOf(differences);
  return `${points(meanOf(differences))} [${points(low)}, ${points(high)}]`;
}

function points(difference: number): string {
  return (100 * difference).toFixed(2);
}
