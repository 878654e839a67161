import { readFileSync } from "node:fs";
import { type EngineProfile, profileFromJson, resolveConfig } from "../../src/index";
import { type ReplayEngine, ReplayRun } from "../../src/replay";
import { CONTESTANTS } from "./contestants";
import { MISTAKES } from "./mistakes";
import { SCENARIOS, type Scenario } from "./scenarios";

/** One run: places in the lists of scenarios, contestants (-1: no controller) and mistakes. */
export interface Job {
  readonly scenario: number;
  readonly contestant: number;
  readonly mistake: number;
  readonly start: number;
  readonly seed: number;
}

/** What it came to. */
export interface Outcome {
  /** Share of the requests that met both SLOs. */
  readonly both: number;
  readonly moves: number;
  /** Those of them later than 300 s. */
  readonly lateMoves: number;
}

const PROFILE = profileFromJson(
  JSON.parse(readFileSync(new URL("../../data/h100-tp8-llama2-70b.json", import.meta.url), "utf8")),
);
const CONFIG = resolveConfig({ ttftSloS: 1, tpotSloS: 0.05 });
const SETTLED_S = 300;

/** Runs a job to its end. */
export function runJob({ scenario, contestant, mistake, start, seed }: Job): Outcome {
  const { engines, requests } = SCENARIOS[scenario] as Scenario;
  const { believed = 1, simulation = {}, whileUnavailable = "hold" } = MISTAKES[mistake] ?? { name: "" };
  const rival = CONTESTANTS[contestant];
  const run = new ReplayRun({
    requests: requests(seed),
    engines: enginesOf(engines, start, scaled(PROFILE, believed)),
    config: CONFIG,
    simulation: { ...simulation, seed },
    whileUnavailable,
    ...(rival ? { policy: rival.policy, urgent: rival.urgent } : { control: "off" }),
  });
  run.run();
  const { attainment, moves } = run.report();
  const made = moves.flatMap(({ movedS }) => movedS ?? []);
  return {
    both: attainment.bothRatio ?? 0,
    moves: made.length,
    lateMoves: made.filter((atS) => atS > SETTLED_S).length,
  };
}

function enginesOf(count: number, prefill: number, believed: EngineProfile): ReplayEngine[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `engine-${index}`,
    role: index < prefill ? "prefill" : "decode",
    profile: PROFILE,
    believed,
  }));
}

/** A profile of an engine that takes so many times as long. */
function scaled(profile: EngineProfile, factor: number): EngineProfile {
  const { ttftA, ttftB, ttftC, tpotSlope, tpotIntercept, tpotRequestSlope } = profile;
  const times = { ttftA, ttftB, ttftC, tpotSlope, tpotIntercept, tpotRequestSlope };
  const longer = Object.entries(times).map(([name, value]) => [name, value * factor]);
  return { ...profile, ...Object.fromEntries(longer) };
}
