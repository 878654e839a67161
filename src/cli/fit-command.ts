import { Command } from "commander";
import { fitProfile } from "../fit/fit-profile";
import { decodeOf, prefillOf } from "../fit/measurement-file";
import { COLUMNS } from "../fit/measurements";
import { toExactWire } from "../wire";
import { fitEventLog, type LoggedFit } from "./fit-event-log";
import { readTextFile } from "./inputs";
import { LogOutput } from "./log-output";
import { printFit } from "./print-fit";

interface Options {
  readonly output?: string;
  readonly eventLog?: string;
  readonly engine?: string;
}

const { prefill: PREFILL, decode: DECODE } = COLUMNS;

const COLUMNS_HELP = `
Columns, in any order and among others. Of several names any will do; times
are in the unit that their name says.
  <prefill>
    tokens of the prompt   ${PREFILL.inputTokens.join(", ")}
    time to first token    ${PREFILL.time.join(", ")}
    prompts at once        batch_size; may be missing, rows above 1 are left out
  <decode>
    requests at once       ${DECODE.requests.join(", ")}
    tokens that they hold  ${DECODE.kvTokens.join(", ")}
    token interval         ${DECODE.time.slice(0, 4).join(", ")},
                           ${DECODE.time.slice(4).join(", ")}
    saturated              saturated; may be missing, rows with 1 are left out
Lines that begin with # are remarks.
Result files with each request are taken too: vllm bench serve
(--save-detailed), sglang.bench_serving (--output-details), guidellm's JSON,
aiperf's profile_export.jsonl. Prefill is taken from requests that were alone,
decode from those during which no other one was prefilled.`;

/** `narwhal-slo fit PREFILL DECODE`, or `--event-log LOG`. */
export function fitCommand(): Command {
  return new Command("fit")
    .description("fit an engine profile: from measured prefill times and token intervals, or from an event log")
    .argument("[prefill]", "CSV of prefill times, or a benchmark's result file")
    .argument("[decode]", "CSV of token intervals, or a benchmark's result file")
    .option("--event-log <log>", "learn it from what engines did: an event log, gzipped or not, with its older parts")
    .option("--engine <id>", "whose profile, with --event-log (default: the engine with the most measurements)")
    .option("-o, --output <file>", "write the profile there; by default it is printed, and the report goes to stderr")
    .addHelpText("after", COLUMNS_HELP)
    .action(fit);
}

async function fit(prefillPath: string | undefined, decodePath: string | undefined, flags: Options, command: Command) {
  const { eventLog, engine } = flags;
  if (eventLog !== undefined) {
    if (prefillPath !== undefined) command.error("error: give --event-log or two files of measurements, not both");
    return write(await fitEventLog(eventLog, engine), flags);
  }
  if (engine !== undefined) command.error("error: --engine needs --event-log");
  if (prefillPath === undefined || decodePath === undefined) {
    return command.error("error: two files of measurements are required, or --event-log <log>");
  }
  write(await fitFiles(prefillPath, decodePath), flags);
}

async function fitFiles(prefillPath: string, decodePath: string): Promise<LoggedFit> {
  const prefill = prefillOf(await readTextFile(prefillPath), prefillPath);
  const decode = decodeOf(await readTextFile(decodePath), decodePath);
  const fitted = fitProfile(prefill, decode);
  return { profile: fitted.profile, report: printFit(fitted, prefill, decode) };
}

/** Writes the profile to the file, or to the standard output; the report to the other one. */
function write({ profile, report }: LoggedFit, { output }: Options): void {
  const document = JSON.stringify(toExactWire(profile), null, 2);
  if (output === undefined) {
    process.stderr.write(report);
    process.stdout.write(`${document}\n`);
    return;
  }
  const file = new LogOutput(output);
  file.write(document);
  file.close();
  process.stdout.write(report);
}
