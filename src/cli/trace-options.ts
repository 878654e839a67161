import { type Command, Option } from "commander";
import { TIMESTAMP_UNITS, type TimestampUnit } from "../traces/timestamp-unit";
import { rowCount } from "./numbers";

/** Options of the trace, for commands that read one. */
export interface TraceFlags {
  readonly timestampUnit?: TimestampUnit;
  readonly skipBadRows?: true;
  readonly maxRows?: number;
}

/** The files that are read as traces. */
export const TRACE_FILES = "CSV of Azure, BurstGPT or Vidur, or JSON lines of Mooncake or Qwen-Bailian, gzipped or not";

/** Adds these options to a command. */
export function addTraceOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--timestamp-unit <unit>", "unit of the trace's timestamps (default: as its format has them)").choices(
        TIMESTAMP_UNITS,
      ),
    )
    .option("--max-rows <count>", "rows that a trace may have, about 100 bytes each (default: 10 million)", rowCount)
    .option("--skip-bad-rows", "leave malformed rows out, and count them");
}
