import { basename } from "node:path";
import { Command, Option } from "commander";
import { POLICIES, type PolicyName } from "../policies/policy-guard";
import { Regret, type RegretReport } from "../regret/regret";
import { regretFields } from "../regret/regret-document";
import {
  Comparison,
  type ComparisonInput,
  type ComparisonReport,
  comparisonDocument,
  REPLAY_CONTROLS,
  Recording,
  type ReplayControl,
  type ReplayInput,
  type ReplayReport,
  ReplayRun,
  replayDocument,
} from "../replay";
import { replayFleet } from "../replay/replay-fleet";
import { toWire } from "../wire";
import { DEFAULT_POLICY } from "./defaults";
import { addFleetOptions, addSettingFiles, addTraceOptions, type FleetFlags, type TraceFlags } from "./fleet-options";
import { htmlReport } from "./html-report";
import { readConfigFile, readProfile, readSimulationFile, readTraceFile } from "./inputs";
import { LogOutput, openLogs } from "./log-output";
import { printComparison } from "./print-compare";
import type { Subject } from "./print-heading";
import { runWithProgress } from "./print-progress";
import { printRegret } from "./print-regret";
import { printReport } from "./print-report";

interface ReplayFlags extends FleetFlags, TraceFlags {
  readonly control?: ReplayControl;
  readonly policy?: PolicyName;
  readonly urgent?: true;
  readonly compare?: true;
  readonly regret?: true;
  readonly journal?: string;
  readonly eventLog?: string;
}

/** `narwhal-slo replay TRACE`. */
export function replayCommand(): Command {
  const command = new Command("replay")
    .description("replay a request trace on a simulated fleet, and control it")
    .argument("<trace>", "Azure LLM inference CSV or Mooncake JSON lines, gzipped or not");
  addFleetOptions(command, { prefill: 1, decode: 3 })
    .addOption(
      new Option("--control <mode>", "what the controller may do: nothing, propose, move (default: on)").choices(
        REPLAY_CONTROLS,
      ),
    )
    .addOption(
      new Option("--policy <name>", `what decides which split is best (default: ${DEFAULT_POLICY})`).choices(
        Object.keys(POLICIES),
      ),
    )
    .option("--urgent", "decide at once when a waiting request will miss its TTFT")
    .addOption(new Option("--compare", "replay every fixed split and the controller, and compare").conflicts("control"))
    .addOption(
      new Option("--regret", "what a schedule that knew everything would have kept (some 30 replays)").conflicts(
        "compare",
      ),
    );
  addSettingFiles(command)
    .addOption(new Option("--journal <file>", "write decisions and moves as JSON lines").conflicts("compare"))
    .addOption(new Option("--event-log <file>", "write all inputs, for `verify`").conflicts("compare"))
    .option("--html <file>", "write a report to look at: plots, decisions, and the comparison");
  return addTraceOptions(command).action(replay);
}

async function replay(path: string, flags: ReplayFlags): Promise<void> {
  const subject = await readSubject(path, flags);
  const text = flags.html === undefined ? withoutHtml(subject, flags) : withHtml(subject, flags, flags.html);
  process.stdout.write(`${text}\n`);
}

function withoutHtml(subject: Subject, flags: ReplayFlags): string {
  if (flags.compare) return compared(subject, compare(subject), flags);
  const logs = openLogs(flags);
  const input = inputOf(subject, flags, logs.sinks);
  const report = runToEnd(new ReplayRun(input), subject);
  logs.close();
  return replayed(subject, input, report, flags);
}

/** The HTML file shows both the replay and the comparison, whichever of them is printed. */
function withHtml(subject: Subject, flags: ReplayFlags, path: string): string {
  const html = new LogOutput(path);
  const logs = openLogs(flags);
  const input = inputOf(subject, flags, logs.sinks);
  const recording = new Recording(input);
  const report = runToEnd(recording, subject);
  logs.close();
  const comparison = compare(subject);
  html.write(htmlReport(subject, input, { report, recording: recording.data(), comparison }));
  html.close();
  return flags.compare ? compared(subject, comparison, flags) : replayed(subject, input, report, flags);
}

async function readSubject(path: string, flags: ReplayFlags): Promise<Subject> {
  const trace = await readTraceFile(path, flags);
  const engines = replayFleet(flags.prefill, flags.decode, await readProfile(flags.profile));
  const simulation = await readSimulationFile(flags.simulation, engines);
  const input: ComparisonInput = {
    requests: trace.requests,
    engines,
    config: await readConfigFile(flags.config, { ttftS: flags.sloTtft, tpotS: flags.sloTpot }),
    policy: flags.policy ?? DEFAULT_POLICY,
    urgent: flags.urgent ?? false,
    simulation: { ...simulation, speed: flags.load ?? simulation.speed ?? 1, seed: flags.seed ?? simulation.seed ?? 1 },
  };
  return { file: basename(path), trace, input };
}

function inputOf({ input }: Subject, { control }: ReplayFlags, sinks: NonNullable<ReplayInput["sinks"]>): ReplayInput {
  return { ...input, ...(control && { control }), sinks };
}

function runToEnd(run: ReplayRun | Recording, { file }: Subject): ReplayReport {
  runWithProgress(run, () => run.step(run.timeS + STEP_S), file);
  return run.report();
}

function compare({ file, input }: Subject): ComparisonReport {
  const comparison = new Comparison(input);
  runWithProgress(comparison, () => comparison.step(STEP_S), file);
  return comparison.run();
}

function replayed(subject: Subject, input: ReplayInput, report: ReplayReport, flags: ReplayFlags): string {
  const { file, trace } = subject;
  const regret = flags.regret ? regretOf(subject, report) : null;
  if (!flags.json) return [printReport(subject, report), ...(regret ? [printRegret(regret)] : [])].join("\n\n");
  const document = replayDocument(file, trace, input, report);
  return jsonOf(regret ? { ...document, regret: toWire(regretFields(regret)) } : document);
}

function regretOf({ file, input }: Subject, { attainment, moves }: ReplayReport): RegretReport {
  const { requests, engines, config, simulation = {} } = input;
  const made = moves.map(({ decidedS, engine, to }) => ({ atS: decidedS, engine, to }));
  const actual = { kept: attainment.bothMet, total: attainment.total, moves: made };
  const work = new Regret({ requests, engines, config, simulation }, actual);
  runWithProgress(work, () => work.step(), `${file}, regret`);
  return work.run();
}

function compared(subject: Subject, report: ComparisonReport, { json }: ReplayFlags): string {
  const { file, trace, input } = subject;
  return json ? jsonOf(comparisonDocument(file, trace, input, report)) : printComparison(subject, report);
}

/** Simulated seconds between two looks at the progress bar. */
const STEP_S = 60;

function jsonOf(document: object): string {
  return JSON.stringify(document, null, 2);
}
