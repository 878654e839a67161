// Compares the policies on the simulated fleet, writes the results into docs/policies.md, and draws docs/policies.svg.
//   npm run compare -- [SEED ...]
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { CONTESTANTS } from "./contestants";
import { runJobs } from "./jobs";
import { MISTAKES } from "./mistakes";
import { mistakeTable, type Ran, scenarioTable } from "./report";
import type { Job } from "./run";
import { SCENARIOS, startsOf } from "./scenarios";
import { targetLines } from "./targets";

/** Not looked at while the policy was worked on. */
const SEED = 11;
const GIVEN = process.argv.slice(2).map(Number);
const SEEDS = GIVEN.length > 0 ? GIVEN : [SEED];
/** Scenarios that mistakes are tried on, by place. */
const WRONG_SCENARIOS = [0, 5, 8];
const PAGE = "docs/policies.md";

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

const runs = await ran(scenarioJobs);
const wrong = await ran(mistakeJobs);
const slowest = MISTAKES.findIndex(({ simulation }) => simulation?.moveS === 30);
write("scenarios", scenarioTable(runs));
write("mistakes", mistakeTable(wrong));
write("targets", targetLines(runs, wrong, slowest).join("\n"));
// From the table that is now in the page.
execFileSync("npm", ["run", "draw", "--", "policies"], { stdio: "inherit" });

function jobOf(scenario: number, contestant: number, mistake: number, start: number, seed: number): Job {
  return { scenario, contestant, mistake, start, seed };
}

async function ran(jobs: readonly Job[]): Promise<Ran[]> {
  const outcomes = await runJobs(jobs, (done) => {
    if (done % 20 === 0 || done === jobs.length) process.stderr.write(`${done} of ${jobs.length} runs\n`);
  });
  return jobs.map((job, index) => ({ ...job, ...(outcomes[index] as Ran) }));
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
