import { APART } from "./apart";
import { CONTESTANTS } from "./contestants";
import { cellOf, markdown, meanOf, percent, summaryOf } from "./report";
import type { ApartJob, Outcome, RandomJob } from "./run";

export type RanApart = ApartJob & Outcome;
export type RanRandom = RandomJob & Outcome;

/** Contestants of the cases apart, and of the random ones. */
export const TRIED = ["queue", "headroom", "headroom, no profile"].map(placeOf);
export const DRAWN = ["queue", "headroom"].map(placeOf);

/** The place of a contestant in the list. */
export function placeOf(name: string): number {
  return CONTESTANTS.findIndex((contestant) => contestant.name === name);
}

/** The table of the cases apart. */
export function apartTable(runs: readonly RanApart[]): string {
  const head = [
    "case",
    "best fixed split, or that of the start",
    ...TRIED.map((rival) => CONTESTANTS[rival]?.name ?? ""),
  ];
  const rows = APART.map(({ name }, apart) => {
    const fixed = runs.filter((run) => run.apart === apart && run.contestant < 0);
    const best = fixed.reduce((most, run) => (run.both > most.both ? run : most));
    const cells = TRIED.map((rival) => cellOf(summaryOf(apartRuns(runs, apart, rival))));
    return [name, `${percent(best.both)} (${best.start} prefill)`, ...cells];
  });
  return markdown(head, rows);
}

/** Runs of a contestant in a case apart. */
export function apartRuns(runs: readonly RanApart[], apart: number, contestant: number): RanApart[] {
  return runs.filter((run) => run.apart === apart && run.contestant === contestant);
}

/** Of each random case: headroom less the better of the queue policy and no controller, worst first. */
export function regrets(runs: readonly RanRandom[]): { seed: number; regret: number; both: number }[] {
  const [queue, headroom] = DRAWN;
  const seeds = [...new Set(runs.map(({ seed }) => seed))];
  const of = (seed: number, rival = -1) => runs.find((run) => run.seed === seed && run.contestant === rival)?.both ?? 0;
  return seeds
    .map((seed) => {
      const both = of(seed, headroom);
      return { seed, both, regret: both - Math.max(of(seed, queue), of(seed)) };
    })
    .sort((a, b) => a.regret - b.regret);
}

/** Results of the random cases. */
export function randomLines(runs: readonly RanRandom[]): string[] {
  const sorted = regrets(runs);
  const worst = sorted.slice(0, Math.ceil(sorted.length / 20));
  const mean = (rival: number) =>
    percent(meanOf(runs.filter(({ contestant }) => contestant === rival).map(({ both }) => both)));
  const points = (value: number) => (100 * value).toFixed(2);
  return [
    `- ${sorted.length} scenarios; mean of those with control off ${mean(-1)}, ${DRAWN.map((rival) => `${CONTESTANTS[rival]?.name} ${mean(rival)}`).join(", ")}`,
    `- headroom less the better of queue and control off: mean ${points(meanOf(sorted.map(({ regret }) => regret)))} points, worst 5% begin at ${points(worst.at(-1)?.regret ?? 0)} and have a mean of ${points(meanOf(worst.map(({ regret }) => regret)))}`,
    `- it loses most with seeds ${worst
      .slice(0, 5)
      .map(({ seed, regret, both }) => `${seed} (${points(regret)} points, ${percent(both)} kept)`)
      .join(", ")}`,
  ];
}
