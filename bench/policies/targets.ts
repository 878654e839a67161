import { APART } from "./apart";
import { CONTESTANTS } from "./contestants";
import { MISTAKES } from "./mistakes";
import { bestFixed, meanOf, percent, type Ran, runsOf, scoreOf, summaryOf } from "./report";
import { apartRuns, placeOf, type RanApart, type RanRandom, regrets } from "./report-apart";
import { SCENARIOS } from "./scenarios";

/** All that was run. */
export interface AllRuns {
  readonly runs: readonly Ran[];
  readonly wrong: readonly Ran[];
  readonly apart: readonly RanApart[];
  readonly random: readonly RanRandom[];
}

const HEADROOM = placeOf("headroom");
const REACTIVE = placeOf("reactive");
const BLIND = CONTESTANTS.findIndex(({ blind }) => blind);

/** Targets of the headroom policy, and whether it reached them. */
export function targetLines({ runs, wrong, apart, random }: AllRuns): string[] {
  return [...scenarioLines(runs), ...mistakeLines(wrong), ...apartLines(apart), randomLine(random)];
}

function scenarioLines(runs: readonly Ran[]): string[] {
  const score = scoreOf(runs, HEADROOM);
  const fixed = meanOf(SCENARIOS.map((_, i) => bestFixed(runs, i).summary.mean));
  const worsts = SCENARIOS.map(({ name }, i) => ({ name, ...summaryOf(runsOf(runs, i, HEADROOM)) }));
  const worst = worsts.reduce((least, other) => (other.worst < least.worst ? other : least));
  const late = Math.max(...named(runs, "steady").map(({ lateMoves }) => lateMoves));
  const { moves, mean } = summaryOf(named(runs, "alternating every 5 min, 16"));
  const blind = scoreOf(runs, BLIND);
  return [
    line(score >= 0.982, `mean of the scenarios at least 98.2%: ${percent(score)}`),
    line(score > fixed, `above the best fixed split in hindsight: ${percent(fixed)}`),
    line(worst.worst >= 0.94, `worst run at least 94%: ${percent(worst.worst)} (${worst.name})`),
    line(blind >= 0.965, `without any profile, mean of the scenarios at least 96.5%: ${percent(blind)}`),
    line(late === 0, `no move on the steady load after 300 s: ${late}`),
    line(
      moves <= 34 && mean >= 0.972,
      `alternating on 16 engines in at most 34 moves, and at least 97.2%: ${moves.toFixed(1)}, ${percent(mean)}`,
    ),
  ];
}

function mistakeLines(wrong: readonly Ran[]): string[] {
  const like = (rival: number, mistake: number) =>
    wrong.filter((run) => run.mistake === mistake && run.contestant === rival);
  const factors = [0.3, 3, 20].map((factor) => {
    const { mean } = summaryOf(
      like(
        HEADROOM,
        MISTAKES.findIndex(({ believed }) => believed === factor),
      ),
    );
    return line(mean >= 0.96, `with a profile ${factor} times the truth at least 96%: ${percent(mean)}`);
  });
  const slowest = MISTAKES.findIndex(({ simulation }) => simulation?.moveS === 30);
  const slow = like(HEADROOM, slowest);
  const behind = slow.filter((run) => run.both < likeRun(like(REACTIVE, slowest), run).both).length;
  return [
    ...factors,
    line(behind === 0, `with moves of 30 s never below reactive: ${behind} of ${slow.length} runs are`),
  ];
}

function apartLines(runs: readonly RanApart[]): string[] {
  return APART.flatMap(({ name }, apart) => {
    const best = Math.max(...apartRuns(runs, apart, -1).map(({ both }) => both));
    const { worst } = summaryOf(apartRuns(runs, apart, HEADROOM));
    return line(
      worst >= best - 0.01,
      `${name}: from every start within 1 point of the best fixed split, or above: ${percent(worst)} of ${percent(best)}`,
    );
  });
}

function randomLine(runs: readonly RanRandom[]): string {
  const sorted = regrets(runs);
  const regret = sorted[Math.ceil(sorted.length / 20) - 1]?.regret ?? 0;
  return line(regret >= -0.005, `random scenarios, worst 5% at least -0.5 points: ${(100 * regret).toFixed(2)}`);
}

function named(runs: readonly Ran[], start: string): Ran[] {
  return runsOf(
    runs,
    SCENARIOS.findIndex(({ name }) => name.startsWith(start)),
    HEADROOM,
  );
}

function likeRun(runs: readonly Ran[], { scenario, start, seed }: Ran): Ran {
  return runs.find((run) => run.scenario === scenario && run.start === start && run.seed === seed) as Ran;
}

/** A target, and whether it was reached. */
export function line(reached: boolean, text: string): string {
  return `- ${reached ? "reached" : "**missed**"}: ${text}`;
}
