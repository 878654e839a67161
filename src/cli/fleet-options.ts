import { type Command, InvalidArgumentError, Option } from "commander";
import { MAX_ENGINES } from "../config";
import { DEFAULT_PROFILE, DEFAULT_SLO } from "./defaults";
import { engineCount, positive, wholeNumber } from "./numbers";
import { isShipped, SHIPPED_PROFILES } from "./shipped-profiles";

/** Options of the engines, the SLOs and the load, for commands that replay a trace. */
export interface LoadFlags {
  readonly profile: string;
  readonly sloTtft?: number;
  readonly sloTpot?: number;
  readonly load?: number;
  readonly seed?: number;
}

/** The same, with the engines of each role that a fleet begins with. */
export interface FleetFlags extends LoadFlags {
  readonly prefill: number;
  readonly decode: number;
}

/** Adds these options to a command, with the engines of each role that it begins with. */
export function addFleetOptions(command: Command, { prefill, decode }: { prefill: number; decode: number }): Command {
  command
    .option("--prefill <engines>", "prefill engines", engineCount, prefill)
    .option("--decode <engines>", "decode engines", engineCount, decode);
  return addLoadOptions(command).hook("preAction", checkEngines);
}

/** Adds the options of `LoadFlags` to a command. */
export function addLoadOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--profile <profile>", `measured profile of the engines: a file, or one of ${SHIPPED}`)
        .argParser(profile)
        .default(DEFAULT_PROFILE, DEFAULT_PROFILE),
    )
    .option("--slo-ttft <seconds>", `SLO of TTFT (default: ${DEFAULT_SLO.ttftS})`, positive)
    .option("--slo-tpot <seconds>", `SLO of TPOT (default: ${DEFAULT_SLO.tpotS})`, positive)
    .option("--load <factor>", "the trace's rate times this (default: 1)", positive)
    .option("--seed <number>", "what all random draws follow from (default: 1)", wholeNumber);
}

const SHIPPED = Object.keys(SHIPPED_PROFILES).join(", ");

function profile(text: string): string {
  if (isShipped(text) || /[/\\]|\.json$/.test(text)) return text;
  throw new InvalidArgumentError(`It must be a file (with a slash, or .json at its end) or one of ${SHIPPED}.`);
}

function checkEngines(command: Command): void {
  const { prefill, decode } = command.opts<FleetFlags>();
  const engines = prefill + decode;
  if (engines > MAX_ENGINES) command.error(`error: engines must be at most ${MAX_ENGINES}, got ${engines}`);
}
