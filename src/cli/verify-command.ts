import { Command } from "commander";
import { printable, show } from "../errors";
import { LogError } from "../verify/log-error";
import { EventReplayer, type ReplayDifference } from "../verify/replay-events";
import { counted } from "./format";
import type { InputError } from "./input-error";
import { LogInput } from "./log-input";
import { section } from "./tables";
import { wrongLog } from "./wrong-log";

/** `narwhal-slo verify LOG`. It ends with 1 unless every decision of the log was reproduced. */
export function verifyCommand(): Command {
  return new Command("verify")
    .description("replay an event log, and compare each decision with the logged one to the bit")
    .argument(
      "<log>",
      "event log (pool option eventLog), gzipped or not; its older parts LOG.1, LOG.2, .. are read first",
    )
    .action(verify);
}

async function verify(path: string): Promise<void> {
  const input = new LogInput(path);
  const { rows, decisions, difference, gap, notes } = await replay(input, path);
  if (rows === 0) throw noEventLog(input, path, `${path}: holds no whole row`);
  const print = (text: string) => process.stdout.write(`${text.split("\n").map(printable).join("\n")}\n`);
  for (const { line, text } of notes) print(`note: ${input.placeOf(line)} ${text}`);
  if (difference) print(differs(difference, input));
  else if (gap) {
    const place = input.placeOf(gap.line);
    print(`${counted(decisions.length, "decision")} reproduced, until ${place} tells of ${missing(gap.rows)}`);
  } else print(`${counted(decisions.length, "decision")}, all reproduced`);
  if (difference || gap) process.exitCode = 1;
}

function noEventLog({ beginning }: LogInput, path: string, reason: string): InputError {
  return wrongLog({ path, beginning, wanted: "an event log", reason });
}

async function replay(input: LogInput, path: string) {
  const replayer = new EventReplayer();
  try {
    for await (const line of input.lines()) if (!replayer.feed(line)) break;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw noEventLog(input, path, `${input.placeOf(error.line)}: ${error.reason}`);
  }
  return replayer.result();
}

function differs({ line, atS, decision, field, logged, replayed }: ReplayDifference, input: LogInput): string {
  return section(
    `decision ${decision} was not reproduced (${decision - 1} before it were)`,
    `row       ${input.placeOf(line)}, at ${atS} s`,
    `field     ${field || "the whole decision"}`,
    `logged    ${shown(logged)}`,
    `replayed  ${shown(replayed)}`,
  );
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  // A decision that the other side lacks: what became of it tells it apart.
  if (typeof value === "object" && value !== null && "reason" in value && "result" in value) {
    return `${value.result}, ${value.reason}`;
  }
  return show(value);
}

function missing(rows: number): string {
  return `${counted(rows, "row")} that could not be written`;
}
