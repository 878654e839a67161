import { basename } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { MAX_ENGINES } from "../config";
import { type PlanInput, planFleet } from "../planning/plan";
import { planDocument } from "../planning/plan-document";
import type { Contender } from "../planning/trials";
import { POLICIES, type PolicyName } from "../policies/policy-guard";
import { profilesOf } from "../replay/profile-origin";
import { replayFleet } from "../replay/replay-fleet";
import { addLoadOptions, type LoadFlags } from "./fleet-options";
import { htmlPlan } from "./html-plan";
import { readConfigFile, readProfile, readSimulationFile, readTraceFile } from "./inputs";
import { LogOutput } from "./log-output";
import { positive, wholeNumber } from "./numbers";
import { printPlan } from "./print-plan";
import { profileNames } from "./profile-names";
import { addSettingFiles, addTraceOptions, TRACE_FILES, type TraceFlags } from "./trace-options";

interface PlanFlags extends LoadFlags, TraceFlags {
  readonly goal: number;
  readonly engines?: number;
  readonly maxEngines: number;
  readonly seeds: number;
  readonly policy?: PolicyName;
}

/** `narwhal-slo plan TRACE`. */
export function planCommand(): Command {
  const command = new Command("plan")
    .description("how many engines a load needs, or how much load engines carry, by replays of a trace")
    .argument("<trace>", TRACE_FILES);
  addLoadOptions(command)
    .option("--goal <ratio>", "share of the requests that shall meet both SLOs", ratio, 0.95)
    .option(
      "--engines <count>",
      "how much load do so many engines carry? (default: how many does --load need?)",
      fleetSize,
    )
    .option("--max-engines <count>", "the most engines to try", fleetSize, 64)
    .option("--seeds <count>", "runs of each fleet, with seeds from --seed on", seedCount, 3)
    .addOption(
      new Option("--policy <name>", "compare the best fixed split with this policy only (default: with all)").choices(
        Object.keys(POLICIES),
      ),
    );
  addSettingFiles(command).option("--html <file>", "write the answer as a page");
  return addTraceOptions(command).action(plan);
}

async function plan(path: string, flags: PlanFlags): Promise<void> {
  const read = await readProfile(flags.profile);
  const input = await inputOf(path, flags, read);
  const names = { trace: basename(path), profile: profileNames(profilesOf(replayFleet(1, 1, read))) };
  const answers = planFleet(input, showRun);
  clearRun();
  const subject = { ...names, input };
  if (flags.html !== undefined) {
    const html = new LogOutput(flags.html);
    html.write(htmlPlan(subject, answers));
    html.close();
  }
  const text = flags.json ? JSON.stringify(planDocument(names, input, answers), null, 2) : printPlan(subject, answers);
  process.stdout.write(`${text}\n`);
}

async function inputOf(
  path: string,
  flags: PlanFlags,
  read: Awaited<ReturnType<typeof readProfile>>,
): Promise<PlanInput> {
  const trace = await readTraceFile(path, flags);
  const { speed, seed, ...simulation } = await readSimulationFile(flags.simulation, []);
  const firstSeed = flags.seed ?? seed ?? 1;
  const policies = flags.policy ? [flags.policy] : (Object.keys(POLICIES) as PolicyName[]);
  return {
    requests: trace.requests,
    config: await readConfigFile(flags.config, { ttftS: flags.sloTtft, tpotS: flags.sloTpot }),
    ...read,
    simulation,
    seeds: Array.from({ length: flags.seeds }, (_, index) => firstSeed + index),
    goal: flags.goal,
    load: flags.load ?? speed ?? 1,
    contenders: ["fixed", ...policies] satisfies Contender[],
    engines: flags.engines ?? null,
    maxEngines: flags.maxEngines,
  };
}

/** The replay at hand, on a terminal only. */
function showRun(label: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${label}`);
}

function clearRun(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[2K");
}

function ratio(text: string): number {
  const value = positive(text);
  if (value > 1) throw new InvalidArgumentError("It must be > 0 and <= 1: 0.95 is 95%.");
  return value;
}

function fleetSize(text: string): number {
  const value = wholeNumber(text);
  if (value < 2 || value > MAX_ENGINES) throw new InvalidArgumentError(`It must be 2 .. ${MAX_ENGINES}.`);
  return value;
}

function seedCount(text: string): number {
  const value = wholeNumber(text);
  if (value < 1 || value > 100) throw new InvalidArgumentError("It must be 1 .. 100.");
  return value;
}
