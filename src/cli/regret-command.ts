import { basename } from "node:path";
import { Command } from "commander";
import { EventLogLearner } from "../fit/event-log-profiles";
import type { EngineProfile } from "../profile";
import { checkProfile } from "../profile";
import { type LoggedTraffic, TrafficReader } from "../regret/logged-traffic";
import { play } from "../regret/play";
import { Regret } from "../regret/regret";
import { regretDocument } from "../regret/regret-document";
import type { ReplayEngine } from "../replay";
import { LogError } from "../verify/log-error";
import { InputError } from "./input-error";
import { readProfile, readSimulationFile } from "./inputs";
import { LogInput } from "./log-input";
import { wholeNumber } from "./numbers";
import { runWithProgress } from "./print-progress";
import { printRegret, printTraffic } from "./print-regret";
import { wrongLog } from "./wrong-log";

interface RegretFlags {
  readonly profile?: string;
  readonly simulation?: string;
  readonly seed?: number;
  readonly json?: true;
}

/** `narwhal-slo regret LOG`. */
export function regretCommand(): Command {
  return new Command("regret")
    .description("what a schedule that knew everything would have kept, on the requests of an event log")
    .argument("<log>", "event log (pool option eventLog), gzipped or not, with its older parts")
    .option("--profile <profile>", "of all engines (default: each one's of the log, or learned from it)")
    .option("--simulation <file>", "options of the simulated fleet, JSON with snake_case fields")
    .option("--seed <number>", "what all random draws follow from (default: 1)", wholeNumber)
    .option("--json", "print one JSON document")
    .action(regret);
}

async function regret(path: string, flags: RegretFlags): Promise<void> {
  const { traffic, learned } = await readLog(path);
  const engines = await enginesOf(path, traffic, learned, flags.profile);
  const simulation = await readSimulationFile(flags.simulation, engines);
  const seed = flags.seed ?? simulation.seed ?? 1;
  const { requests, config, moves } = traffic;
  if (requests.length === 0) throw new InputError(`${path}: holds no request that ended and has a length`);
  const input = { requests, engines, config, simulation: { ...simulation, seed } };
  const work = new Regret(input, play(input, movesOf(moves, engines)));
  runWithProgress(work, () => work.step(), basename(path));
  const report = work.run();
  const text = flags.json
    ? JSON.stringify(regretDocument(basename(path), traffic, report), null, 2)
    : [printTraffic(basename(path), traffic, report), printRegret(report)].join("\n\n");
  process.stdout.write(`${text}\n`);
}

async function readLog(path: string) {
  const input = new LogInput(path);
  const reader = new TrafficReader();
  const learner = new EventLogLearner();
  try {
    for await (const line of input.lines()) {
      reader.feed(line);
      learner.feed(line);
    }
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    const reason = `${input.placeOf(error.line)}: ${error.reason}`;
    throw wrongLog({ path, beginning: input.beginning, wanted: "an event log", reason });
  }
  const traffic = reader.traffic();
  if (!traffic)
    throw wrongLog({ path, beginning: input.beginning, wanted: "an event log", reason: `${path}: is empty` });
  const learned = new Map(learner.profiles().map(({ engine, profile }) => [engine, profile]));
  return { traffic, learned };
}

async function enginesOf(
  path: string,
  { engines }: LoggedTraffic,
  learned: ReadonlyMap<string, EngineProfile | null>,
  given: string | undefined,
): Promise<ReplayEngine[]> {
  const one = given === undefined ? null : (await readProfile(given)).profile;
  return engines.map(({ id, role, profile }) => {
    const own = one ?? (profile ? checkProfile(id, profile) : learned.get(id));
    if (own) return { id, role, profile: own };
    throw new InputError(`${path}: ${id} has no profile, and the log is too short to learn one; give --profile`);
  });
}

/** Moves of engines that were there from the beginning. */
function movesOf(moves: LoggedTraffic["moves"], engines: readonly ReplayEngine[]): LoggedTraffic["moves"] {
  const known = new Set(engines.map(({ id }) => id));
  return moves.filter(({ engine }) => known.has(engine));
}
