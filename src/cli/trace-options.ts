import { type Command, Option } from "commander";
import { TIMESTAMP_UNITS, type TimestampUnit } from "../traces/timestamp-unit";
import { rowCount } from "./numbers";

/** Files and form of the output of the commands that read a trace of the user's own. */
export interface TraceFlags {
  readonly config?: string;
  readonly simulation?: string;
  readonly timestampUnit?: TimestampUnit;
  readonly skipBadRows?: true;
  readonly maxRows?: number;
  readonly html?: string;
  readonly json?: true;
}

/** The files that are read as traces. */
export const TRACE_FILES = "CSV of Azure, BurstGPT or Vidur, or JSON lines of Mooncake or Qwen-Bailian, gzipped or not";

/** Adds the files of settings to a command. */
export function addSettingFiles(command: Command): Command {
  return command
    .option("--config <file>", "configuration, JSON with snake_case fields")
    .option("--simulation <file>", "options of the simulated fleet, JSON with snake_case fields");
}

/** Adds what is read of the trace, and how the answer is printed. */
export function addTraceOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--timestamp-unit <unit>", "unit of the trace's timestamps (default: as its format has them)").choices(
        TIMESTAMP_UNITS,
      ),
    )
    .option("--max-rows <count>", "rows that a trace may have, about 100 bytes each (default: 10 million)", rowCount)
    .option("--skip-bad-rows", "leave malformed rows out, and count them")
    .option("--json", "print one JSON document");
}
