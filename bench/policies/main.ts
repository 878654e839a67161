// Compares the policies on the simulated fleet, writes the results into docs/policies.md, and draws docs/policies.svg.
//   npm run compare -- [SEED ...] [--random COUNT] [--axes]
// All of it takes hours of CPU: each part is written as soon as it has run. With --axes, only those run (20 minutes).
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { APART } from "./apart";
import { AXES } from "./axes";
import { CONTESTANTS } from "./contestants";
import { runJobs } from "./jobs";
import { MISTAKES } from "./mistakes";
import { mistakeTable, scenarioTable } from "./report";
import { apartTable, DRAWN, type RanApart, type RanRandom, randomLines, TRIED } from "./report-apart";
import { AXIS_RIVALS, axisTable, type RanAxis } from "./report-axes";
import {
  type ApartJob,
  type AxisJob,
  CLAIRVOYANT,
  type Job,
  type Outcome,
  type RandomJob,
  type ScenarioJob,
} from "./run";
import { SCENARIOS, startsOf } from "./scenarios";
import { targetLines } from "./targets";

/** Not looked at while the policy was worked on. */
const SEED = 11;
const { values: OPTIONS, positionals } = parseArgs({
  options: { random: { type: "string", default: "300" }, axes: { type: "boolean", default: false } },
  allowPositionals: true,
});
const GIVEN = positionals.map(Number);
const SEEDS = GIVEN.length > 0 ? GIVEN : [SEED];
/** Scenarios that mistakes are tried on, by place. */
const WRONG_SCENARIOS = [0, 5, 8];
const PAGE = "docs/policies.md";
/** Random cases, by their seeds: never looked at while a policy was worked on. */
const RANDOM = Array.from({ length: Number(OPTIONS.random) }, (_, i) => 1001 + i);

const scenarioJobs = SCENARIOS.flatMap((scenario, place) =>
  SEEDS.flatMap((seed) => [
    ...Array.from({ length: scenario.engines - 1 }, (_, i) => jobOf(place, -1, 0, i + 1, seed)),
    ...CONTESTANTS.flatMap((_, rival) => startsOf(scenario).map((start) => jobOf(place, rival, 0, start, seed))),
  ]),
);
const mistakeJobs = WRONG_SCENARIOS.flatMap((place) =>
  MISTAKES.flatMap((_, mistake) =>
    CONTESTANTS.flatMap(({ robust }, rival) => {
      const scenario = robust ? SCENARIOS[place] : undefined;
      return scenario ? startsOf(scenario).map((start) => jobOf(place, rival, mistake, start, SEEDS[0] ?? SEED)) : [];
    }),
  ),
);

const apartJobs = APART.flatMap(({ fixed, starts }, apart) => [
  ...fixed.map((start) => apartOf(apart, -1, start)),
  ...TRIED.flatMap((rival) => starts.map((start) => apartOf(apart, rival, start))),
]);
const axisJobs = AXES.flatMap((_, axis) =>
  SCENARIOS.flatMap(({ engines }, scenario) => {
    const middle = Math.floor(engines / 2);
    const seed = SEEDS[0] ?? SEED;
    const axisOf = (contestant: number, start = middle): AxisJob => ({
      suite: "axis",
      axis,
      scenario,
      contestant,
      start,
      seed,
    });
    const fixed = Array.from({ length: engines - 1 }, (_, i) => axisOf(-1, i + 1));
    return [...fixed, ...[...AXIS_RIVALS, CLAIRVOYANT].map((rival) => axisOf(rival))];
  }),
);
const randomJobs = RANDOM.flatMap((seed) =>
  [-1, ...DRAWN].map((contestant): RandomJob => ({ suite: "random", contestant, seed })),
);

const axes: RanAxis[] = await ran<AxisJob>(axisJobs);
write("axes", axisTable(axes));
if (OPTIONS.axes) process.exit(0);
const runs = await ran<ScenarioJob>(scenarioJobs);
write("scenarios", scenarioTable(runs));
const apart: RanApart[] = await ran<ApartJob>(apartJobs);
write("apart", apartTable(apart));
const wrong = await ran<ScenarioJob>(mistakeJobs);
write("mistakes", mistakeTable(wrong));
const random: RanRandom[] = await ran<RandomJob>(randomJobs);
write("random", randomLines(random).join("\n"));
write("targets", targetLines({ runs, wrong, apart, random }).join("\n"));
// From the table that is now in the page.
execFileSync("npm", ["run", "draw", "--", "policies"], { stdio: "inherit" });

function jobOf(scenario: number, contestant: number, mistake: number, start: number, seed: number): ScenarioJob {
  return { suite: "scenario", scenario, contestant, mistake, start, seed };
}

function apartOf(apart: number, contestant: number, start: number): ApartJob {
  return { suite: "apart", apart, contestant, start, seed: SEEDS[0] ?? SEED };
}

async function ran<T extends Job>(jobs: readonly T[]): Promise<(T & Outcome)[]> {
  const outcomes = await runJobs(jobs, (done) => {
    if (done % 20 === 0 || done === jobs.length) process.stderr.write(`${done} of ${jobs.length} runs\n`);
  });
  return jobs.map((job, index) => ({ ...job, ...(outcomes[index] as Outcome) }));
}

/** Replaces what is between two comments of the page. */
function write(name: string, text: string): void {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const page = readFileSync(PAGE, "utf8");
  const [before, rest = ""] = page.split(from);
  const [, after] = rest.split(to);
  if (after === undefined) throw new Error(`${PAGE} must have ${from} and ${to}`);
  writeFileSync(PAGE, `${before}${from}\n\n${text}\n\n${to}${after}`);
}
