import { readFileSync } from "node:fs";
import { type ConfigInput, resolveConfig } from "../../src/config";
import { checkProfile, profileFromJson } from "../../src/profile";
import { parseTrace, type ReplayInput, type ReplayReport, ReplayRun, type TraceRequest } from "../../src/replay/index";
import { exact, profile } from "../simulation/fleet-helpers";

const data = (file: string) => readFileSync(new URL(`../../data/${file}`, import.meta.url), "utf8");

const h100 = profileFromJson(JSON.parse(data("h100-tp8-llama2-70b.json")), "h100");

/** The shipped trace. */
export const trace = parseTrace(data("azure-code-busiest2000.csv"));

/** What a test may change of a replay. */
export type Changes = Partial<Omit<ReplayInput, "config">> & { readonly config?: Partial<ConfigInput> };

/** The shipped trace on engines of the shipped profile: `fleet("pddd")` has `engine-0` in prefill. */
export function shipped(roles: string, { config, ...changes }: Changes = {}): ReplayInput {
  const engines = [...roles].map((letter, index) => ({
    id: `engine-${index}`,
    role: letter === "p" ? ("prefill" as const) : ("decode" as const),
    profile: h100,
  }));
  return { requests: trace.requests, engines, config: configOf(config), ...changes };
}

/** Requests on engines whose times are exact: without chance, prefill 1 s per 1,024 tokens. */
export function small(roles: string, requests: readonly TraceRequest[], changes: Changes = {}): ReplayInput {
  const input = shipped(roles, changes);
  const engines = input.engines.map((engine) => ({ ...engine, profile: checkProfile(engine.id, profile) }));
  return { ...input, engines, requests, simulation: { ...exact, ...changes.simulation } };
}

/** Runs to the end. */
export function replay(input: ReplayInput): ReplayReport {
  const run = new ReplayRun(input);
  run.run();
  return run.report();
}

/** How often a replay decided something, by `result:reason`. */
export function countsOf({ decisions }: ReplayReport): Record<string, number> {
  return Object.fromEntries(decisions.map(({ result, reason, count }) => [`${result}:${reason}`, count]));
}

/** The moves of a replay: when decided, when in force, which. */
export function movesOf({ moves }: ReplayReport) {
  return moves.map(({ decidedS, movedS, engine, from, to }) => [decidedS, movedS, engine, `${from} -> ${to}`]);
}

function configOf(config: Partial<ConfigInput> = {}) {
  return resolveConfig({ ttftSloS: 1, tpotSloS: 0.05, ...config });
}
