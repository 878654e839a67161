import { resolveConfig } from "../../src/index";
import { Clairvoyant } from "../../src/regret/clairvoyant";
import { ReplayRun } from "../../src/replay";
import { APART } from "./apart";
import { AXES } from "./axes";
import { type Case, enginesOf } from "./cases";
import { CONTESTANTS, type Contestant } from "./contestants";
import { MISTAKES } from "./mistakes";
import { H100, scaled } from "./profiles";
import { randomCase } from "./random-cases";
import { SCENARIOS, type Scenario } from "./scenarios";

/** One run of a scenario: places in the lists of scenarios, contestants (-1: no controller) and mistakes. */
export interface ScenarioJob {
  readonly suite: "scenario";
  readonly scenario: number;
  readonly contestant: number;
  readonly mistake: number;
  readonly start: number;
  readonly seed: number;
}

/** One run of a case apart: places in the lists of them and of contestants. */
export interface ApartJob {
  readonly suite: "apart";
  readonly apart: number;
  readonly contestant: number;
  readonly start: number;
  readonly seed: number;
}

/** One run of a random case, which its seed says all of. */
export interface RandomJob {
  readonly suite: "random";
  readonly contestant: number;
  readonly seed: number;
}

/** One run of a scenario on a fleet of an axis, from its middle split; `CLAIRVOYANT` is a contestant, too. */
export interface AxisJob {
  readonly suite: "axis";
  readonly axis: number;
  readonly scenario: number;
  readonly contestant: number;
  readonly start: number;
  readonly seed: number;
}

export type Job = ScenarioJob | ApartJob | RandomJob | AxisJob;

/** Place of the contestant who knows the whole trace. */
export const CLAIRVOYANT = -2;

/** Its results. */
export interface Outcome {
  /** Share of the requests that met both SLOs. */
  readonly both: number;
  readonly moves: number;
  /** Those of them later than 300 s. */
  readonly lateMoves: number;
}

const SLO = resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 });
const SETTLED_S = 300;

/** Runs a job to its end. */
export function runJob(job: Job): Outcome {
  if (job.contestant === CLAIRVOYANT) return runClairvoyant(caseOf(job));
  return runCase(caseOf(job), CONTESTANTS[job.contestant]);
}

/** Runs a case; without a contestant there is no controller. */
export function runCase({ engines, ...given }: Case, rival: Contestant | undefined): Outcome {
  const known = rival?.blind ? engines.map((engine) => ({ ...engine, believed: null })) : engines;
  const acting = rival ? { policy: rival.policy, urgent: rival.urgent } : { control: "off" as const };
  const run = new ReplayRun({ ...given, engines: known, ...acting });
  run.run();
  const { attainment, moves } = run.report();
  const made = moves.flatMap(({ movedS }) => movedS ?? []);
  return {
    both: attainment.bothRatio ?? 0,
    moves: made.length,
    lateMoves: made.filter((atS) => atS > SETTLED_S).length,
  };
}

/** The best schedule that is found with the trace known; headroom's own is tried as well. */
function runClairvoyant({ whileUnavailable: _, ...given }: Case): Outcome {
  const run = new ReplayRun({ ...given, policy: "headroom" });
  run.run();
  const known = run.report().moves.map(({ decidedS, engine, to }) => ({ atS: decidedS, engine, to }));
  const { kept, total, moves } = new Clairvoyant(given, [known]).run();
  return {
    both: kept / total,
    moves: moves.length,
    lateMoves: moves.filter(({ atS }) => atS > SETTLED_S).length,
  };
}

function caseOf(job: Job): Case {
  if (job.suite === "random") return randomCase(job.seed);
  if (job.suite === "apart") return (APART[job.apart] as (typeof APART)[number]).caseOf(job.start, job.seed);
  if (job.suite === "axis") return axisCase(job);
  const { engines, requests } = SCENARIOS[job.scenario] as Scenario;
  const { believed = 1, simulation = {}, whileUnavailable } = MISTAKES[job.mistake] ?? { name: "" };
  const fleet = enginesOf(engines, job.start, H100, believed === null ? null : scaled(H100, believed));
  return {
    requests: requests(job.seed),
    engines: fleet,
    config: SLO,
    simulation: { ...simulation, seed: job.seed },
    ...(whileUnavailable && { whileUnavailable }),
  };
}

function axisCase({ axis, scenario, start, seed }: AxisJob): Case {
  const { engines, requests } = SCENARIOS[scenario] as Scenario;
  return {
    requests: requests(seed),
    engines: enginesOf(engines, start, H100),
    config: SLO,
    simulation: { ...AXES[axis]?.simulation, seed },
  };
}
