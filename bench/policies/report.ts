import { CONTESTANTS } from "./contestants";
import { MISTAKES } from "./mistakes";
import type { Outcome, ScenarioJob } from "./run";
import { SCENARIOS } from "./scenarios";

/** A run with what it came to. */
export type Ran = ScenarioJob & Outcome;

/** Results of some runs of one contestant. */
export interface Summary {
  readonly mean: number;
  readonly worst: number;
  readonly moves: number;
  readonly lateMoves: number;
}

/** The mean over runs, and the worst of them. */
export function summaryOf(runs: readonly Outcome[]): Summary {
  const mean = (of: (run: Outcome) => number) => runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
  return {
    mean: mean(({ both }) => both),
    worst: Math.min(...runs.map(({ both }) => both)),
    moves: mean(({ moves }) => moves),
    lateMoves: mean(({ lateMoves }) => lateMoves),
  };
}

/** The fixed split that would have been best, over all seeds of a scenario. */
export function bestFixed(runs: readonly Ran[], scenario: number): { prefill: number; summary: Summary } {
  const fixed = runs.filter((run) => run.contestant < 0 && run.scenario === scenario);
  const splits = [...new Set(fixed.map(({ start }) => start))];
  const summaries = splits.map((prefill) => ({
    prefill,
    summary: summaryOf(fixed.filter(({ start }) => start === prefill)),
  }));
  return summaries.reduce((best, split) => (split.summary.mean > best.summary.mean ? split : best));
}

/** The table of the scenarios. */
export function scenarioTable(runs: readonly Ran[]): string {
  const head = ["scenario", "best fixed split", ...CONTESTANTS.map(({ name }) => name)];
  const rows = SCENARIOS.map(({ name, tuned }, scenario) => {
    const { prefill, summary } = bestFixed(runs, scenario);
    return [
      tuned ? `${name} *` : name,
      `${percent(summary.mean)} (${prefill} prefill)`,
      ...CONTESTANTS.map((_, contestant) => cellOf(summaryOf(runsOf(runs, scenario, contestant)))),
    ];
  });
  return markdown(head, [...rows, meansRow(runs)]);
}

function meansRow(runs: readonly Ran[]): string[] {
  const fixed = meanOf(SCENARIOS.map((_, scenario) => bestFixed(runs, scenario).summary.mean));
  return [
    "**mean**",
    `**${percent(fixed)}**`,
    ...CONTESTANTS.map((_, rival) => `**${percent(scoreOf(runs, rival))}**`),
  ];
}

/** A contestant's mean over all scenarios. */
export function scoreOf(runs: readonly Ran[], contestant: number): number {
  return meanOf(SCENARIOS.map((_, scenario) => summaryOf(runsOf(runs, scenario, contestant)).mean));
}

/** The table of what can be wrong: means over the scenarios that were run with it. */
export function mistakeTable(runs: readonly Ran[]): string {
  const tried = [...CONTESTANTS.entries()].filter(([, { robust }]) => robust);
  const head = ["what is wrong", ...tried.map(([, { name }]) => name)];
  const rows = MISTAKES.map(({ name }, mistake) => {
    const mine = (rival: number) => runs.filter((run) => run.mistake === mistake && run.contestant === rival);
    return [name, ...tried.map(([rival]) => cellOf(summaryOf(mine(rival))))];
  });
  return markdown(head, rows);
}

/** Runs of a contestant in a scenario. */
export function runsOf(runs: readonly Ran[], scenario: number, contestant: number): Ran[] {
  return runs.filter((run) => run.scenario === scenario && run.contestant === contestant);
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

export function cellOf({ mean, worst, moves, lateMoves }: Summary): string {
  return `${percent(mean)}, worst ${percent(worst)}; ${moves.toFixed(1)} / ${lateMoves.toFixed(1)}`;
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
