import { Command } from "commander";
import { POLICIES, type PolicyName } from "../policies/policy-guard";
import { type ComparisonInput, type ReplayInput, type ReplayReport, ReplayRun } from "../replay";
import { fixedSplits } from "../replay/compare";
import { replayFleet } from "../replay/replay-fleet";
import { DEFAULT_PROFILE } from "./defaults";
import { addFleetOptions, type FleetFlags } from "./fleet-options";
import { readConfigFile, readProfile, readTraceFile } from "./inputs";
import type { Subject } from "./print-heading";
import { runWithProgress } from "./print-progress";
import { printStory, type Story, storyBegins } from "./print-story";
import { shippedFile } from "./shipped-file";

const TRACE = "azure-code-busiest2000.csv";

/** Split that the fleet begins with: the best fixed one for an hour of Azure's conversation trace. */
const CHAT_SPLIT = { prefill: 2, decode: 6 };

/** `narwhal-slo demo`. */
export function demoCommand(): Command {
  const command = new Command("demo").description("show what control does for a real trace on a simulated fleet");
  return addFleetOptions(command, CHAT_SPLIT).action(demo);
}

async function demo(flags: FleetFlags): Promise<void> {
  const print = (lines: readonly string[]) => process.stdout.write(`${lines.join("\n")}\n`);
  print(["narwhal-slo demo: a real trace on a simulated fleet, with and without control of the roles", ""]);
  const subject = await readSubject(flags);
  print(storyBegins(subject, isForChat(flags)));
  print(printStory(subject, storyOf(subject.input)));
}

function isForChat({ prefill, decode, profile, sloTtft, sloTpot }: FleetFlags): boolean {
  const isPlanned = prefill === CHAT_SPLIT.prefill && decode === CHAT_SPLIT.decode && profile === DEFAULT_PROFILE;
  return isPlanned && sloTtft === undefined && sloTpot === undefined;
}

async function readSubject(flags: FleetFlags): Promise<Subject> {
  const trace = await readTraceFile(shippedFile(TRACE), {});
  const input: ComparisonInput = {
    requests: trace.requests,
    engines: replayFleet(flags.prefill, flags.decode, await readProfile(flags.profile)),
    config: await readConfigFile(undefined, { ttftS: flags.sloTtft, tpotS: flags.sloTpot }),
    simulation: { speed: flags.load ?? 1, seed: flags.seed ?? 1 },
  };
  return { file: TRACE, trace, input };
}

/** The same requests with every fixed split, and with each policy from the split that is given. */
function storyOf(input: ComparisonInput): Story {
  const names = Object.keys(POLICIES) as PolicyName[];
  return {
    fixed: fixedSplits(input).map((contender) => replayed(contender.input, "a fixed split")),
    policies: names.map((name) => ({ name, report: replayed({ ...input, policy: name }, name) })),
  };
}

function replayed(input: ReplayInput, label: string): ReplayReport {
  const run = new ReplayRun(input);
  runWithProgress(run, () => run.step(run.timeS + STEP_S), label);
  return run.report();
}

/** Simulated seconds between two looks at the progress bar. */
const STEP_S = 60;
