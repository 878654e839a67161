import { CONTESTANTS } from "./contestants";
import { bestFixed, percent, type Ran, runsOf, scoreOf, summaryOf } from "./report";
import { SCENARIOS } from "./scenarios";

const HEADROOM = CONTESTANTS.findIndex(({ name }) => name === "headroom");
const REACTIVE = CONTESTANTS.findIndex(({ name }) => name === "reactive");

/** What the headroom policy was to reach, whether it did, and with what. */
export function targetLines(runs: readonly Ran[], wrong: readonly Ran[], slowest: number): string[] {
  const score = scoreOf(runs, HEADROOM);
  const fixed = SCENARIOS.reduce((sum, _, i) => sum + bestFixed(runs, i).summary.mean, 0) / SCENARIOS.length;
  const worsts = SCENARIOS.map(({ name }, i) => ({ name, ...summaryOf(runsOf(runs, i, HEADROOM)) }));
  const worst = worsts.reduce((least, other) => (other.worst < least.worst ? other : least));
  const steady = SCENARIOS.findIndex(({ name }) => name.startsWith("steady"));
  const late = Math.max(...runsOf(runs, steady, HEADROOM).map(({ lateMoves }) => lateMoves));
  const slow = (rival: number) =>
    wrong.filter(({ mistake, contestant }) => mistake === slowest && contestant === rival);
  const behind = slow(HEADROOM).filter((run) => run.both < likeRun(slow(REACTIVE), run).both).length;
  return [
    line(score >= 0.975, `mean of the scenarios at least 97.5%: ${percent(score)}`),
    line(score > fixed, `above the best fixed split in hindsight: ${percent(fixed)}`),
    line(worst.worst >= 0.9, `worst run at least 90%: ${percent(worst.worst)} (${worst.name})`),
    line(late === 0, `no move on the steady load after 300 s: ${late}`),
    line(behind === 0, `with moves of 30 s never below reactive: ${behind} of ${slow(HEADROOM).length} runs are`),
  ];
}

function likeRun(runs: readonly Ran[], { scenario, start, seed }: Ran): Ran {
  return runs.find((run) => run.scenario === scenario && run.start === start && run.seed === seed) as Ran;
}

function line(reached: boolean, text: string): string {
  return `- ${reached ? "reached" : "**missed**"}: ${text}`;
}
