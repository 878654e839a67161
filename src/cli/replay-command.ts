import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { SingleBar } from "cli-progress";
import { Command, InvalidArgumentError, Option } from "commander";
import type { EngineProfile } from "../profile";
import { type ReplayEngine, type ReplayInput, ReplayRun, replayDocument } from "../replay";
import { DEFAULT_SLO, readConfigFile, readProfileFile, readSimulationFile, readTraceFile } from "./inputs";
import { printReport } from "./print-report";

interface ReplayFlags {
  readonly prefill: number;
  readonly decode: number;
  readonly profile: string;
  readonly sloTtft?: number;
  readonly sloTpot?: number;
  readonly load?: number;
  readonly seed?: number;
  readonly config?: string;
  readonly simulation?: string;
  readonly skipBadRows?: true;
  readonly json?: true;
}

const SHIPPED_PROFILE = fileURLToPath(new URL("../data/h100-tp8-llama2-70b.json", import.meta.url));

/** `narwhal-slo replay TRACE`. */
export function replayCommand(): Command {
  return new Command("replay")
    .description("replay a request trace on a simulated fleet, and account for it")
    .argument("<trace>", "Azure LLM inference CSV or Mooncake JSON lines, gzipped or not")
    .option("--prefill <engines>", "prefill engines", engineCount, 1)
    .option("--decode <engines>", "decode engines", engineCount, 3)
    .addOption(
      new Option("--profile <file>", "measured profile of the engines").default(
        SHIPPED_PROFILE,
        "the shipped H100 one",
      ),
    )
    .option("--slo-ttft <seconds>", `TTFT that is promised (default: ${DEFAULT_SLO.ttftS})`, positive)
    .option("--slo-tpot <seconds>", `TPOT that is promised (default: ${DEFAULT_SLO.tpotS})`, positive)
    .option("--load <factor>", "the trace's rate times this (default: 1)", positive)
    .option("--seed <number>", "what all random draws follow from (default: 1)", wholeNumber)
    .option("--config <file>", "configuration, JSON with snake_case fields")
    .option("--simulation <file>", "options of the simulated fleet, JSON with snake_case fields")
    .option("--skip-bad-rows", "leave malformed rows out, and count them")
    .option("--json", "print one JSON document")
    .action(replay);
}

async function replay(path: string, flags: ReplayFlags): Promise<void> {
  const file = basename(path);
  const trace = await readTraceFile(path, flags.skipBadRows ?? false);
  const simulation = await readSimulationFile(flags.simulation);
  const input: ReplayInput = {
    requests: trace.requests,
    engines: fleetOf(flags, await readProfileFile(flags.profile)),
    config: await readConfigFile(flags.config, { ttftS: flags.sloTtft, tpotS: flags.sloTpot }),
    simulation: { ...simulation, speed: flags.load ?? simulation.speed ?? 1, seed: flags.seed ?? simulation.seed ?? 1 },
  };
  const run = new ReplayRun(input);
  runWithProgress(run, file);
  const report = run.report();
  const text = flags.json
    ? JSON.stringify(replayDocument(file, trace, input, report), null, 2)
    : printReport({ file, trace, input, report });
  process.stdout.write(`${text}\n`);
}

function fleetOf({ prefill, decode }: ReplayFlags, profile: EngineProfile): ReplayEngine[] {
  return Array.from({ length: prefill + decode }, (_, index) => ({
    id: `engine-${index}`,
    role: index < prefill ? "prefill" : "decode",
    profile,
  }));
}

/** Runs to the end; on a terminal a bar on the standard error says how far it is. */
function runWithProgress(run: ReplayRun, file: string): void {
  if (!process.stderr.isTTY) return run.run();
  const bar = new SingleBar({ format: `${file} [{bar}] {percentage}%`, clearOnComplete: true, hideCursor: true });
  bar.start(100, 0);
  while (!run.done) {
    run.step(run.timeS + PROGRESS_S);
    bar.update(Math.round(100 * run.progress));
  }
  bar.stop();
}

/** Simulated seconds between two looks at the progress bar. */
const PROGRESS_S = 60;

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}

function positive(text: string): number {
  const value = number(text);
  if (value <= 0) throw new InvalidArgumentError("It must be > 0.");
  return value;
}

function wholeNumber(text: string): number {
  const value = number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError("It must be a whole number >= 0.");
  return value;
}

function engineCount(text: string): number {
  const value = wholeNumber(text);
  if (value < 1 || value > 255) throw new InvalidArgumentError("It must be 1 .. 255.");
  return value;
}
