import { type Command, Option } from "commander";
import type { ReplayEngine } from "../replay";
import { DEFAULT_PROFILE, DEFAULT_SLO } from "./defaults";
import type { ReadProfile } from "./inputs";
import { engineCount, positive, wholeNumber } from "./numbers";
import { SHIPPED_PROFILES } from "./shipped-profiles";

/** What the commands that simulate a fleet are told of it, and of its load. */
export interface FleetFlags {
  readonly prefill: number;
  readonly decode: number;
  readonly profile: string;
  readonly sloTtft?: number;
  readonly sloTpot?: number;
  readonly load?: number;
  readonly seed?: number;
}

/** Adds these options to a command, with the engines of each role that it begins with. */
export function addFleetOptions(command: Command, { prefill, decode }: { prefill: number; decode: number }): Command {
  const shipped = Object.keys(SHIPPED_PROFILES).join(", ");
  return command
    .option("--prefill <engines>", "prefill engines", engineCount, prefill)
    .option("--decode <engines>", "decode engines", engineCount, decode)
    .addOption(
      new Option("--profile <profile>", `measured profile of the engines: a file, or one of ${shipped}`).default(
        DEFAULT_PROFILE,
        DEFAULT_PROFILE,
      ),
    )
    .option("--slo-ttft <seconds>", `TTFT that is promised (default: ${DEFAULT_SLO.ttftS})`, positive)
    .option("--slo-tpot <seconds>", `TPOT that is promised (default: ${DEFAULT_SLO.tpotS})`, positive)
    .option("--load <factor>", "the trace's rate times this (default: 1)", positive)
    .option("--seed <number>", "what all random draws follow from (default: 1)", wholeNumber);
}

/** The engines that were asked for. */
export function fleetOf({ prefill, decode }: FleetFlags, { profile, origin }: ReadProfile): ReplayEngine[] {
  return Array.from({ length: prefill + decode }, (_, index) => ({
    id: `engine-${index}`,
    role: index < prefill ? "prefill" : "decode",
    profile,
    origin,
  }));
}
