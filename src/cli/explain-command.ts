import { Command, InvalidArgumentError, Option } from "commander";
import type { DecisionDocument } from "../control/decision-document";
import { explain } from "../control/explain";
import { REASONS } from "../control/reasons";
import { decisionOf, JOURNAL_SCHEMA, type JournalContent, readJournal } from "../journal";
import { clockTime, counted } from "./format";
import { InputError } from "./inputs";
import { LogInput } from "./log-input";

interface ExplainFlags {
  readonly reason?: string;
  readonly result?: string;
  readonly last?: number;
}

/** Decisions in a row that were held for the same reason; any other decision is alone. */
interface DecisionRun {
  readonly first: DecisionDocument;
  readonly last: DecisionDocument;
  readonly count: number;
}

const RESULTS = ["applied", "proposed", "advisory", "blocked", "held"];

/** `narwhal-slo explain JOURNAL`. */
export function explainCommand(): Command {
  return new Command("explain")
    .description("print the decisions of a journal for a person")
    .argument(
      "<journal>",
      "journal (pool option journal), gzipped or not; its older parts JOURNAL.1, .. are read first",
    )
    .addOption(new Option("--reason <code>", "only decisions with this reason").choices(REASONS))
    .addOption(new Option("--result <result>", "only decisions with this result").choices(RESULTS))
    .option("--last <count>", "only the last so many decisions", count)
    .action(explainJournal);
}

async function explainJournal(path: string, flags: ExplainFlags): Promise<void> {
  const input = new LogInput(path);
  const lines: string[] = [];
  for await (const line of input.lines()) lines.push(line);
  const content = readJournal(lines);
  checkJournal(path, content);
  const text = [
    ...content.skipped.map(({ line }) => `note: ${input.placeOf(line)} is cut off or no row, and was left out`),
    ...runsOf(chosen(content, flags)).map(lineOf),
  ];
  process.stdout.write(text.map((line) => `${line}\n`).join(""));
}

function checkJournal(path: string, { rows }: JournalContent): void {
  const meta = rows.find((row) => row.type === "meta");
  if (!meta) throw new InputError(`${path}: holds no meta row of a journal`);
  if (meta.schema !== JOURNAL_SCHEMA) throw new InputError(`${path}: must be ${JOURNAL_SCHEMA}, is ${meta.schema}`);
}

function chosen({ rows }: JournalContent, { reason, result, last = Number.POSITIVE_INFINITY }: ExplainFlags) {
  const decisions = rows.flatMap((row) => (row.type === "decision" ? decisionOf(row) : []));
  const wanted = decisions.filter(
    (decision) => decision.reason === (reason ?? decision.reason) && decision.result === (result ?? decision.result),
  );
  return wanted.slice(-last);
}

function runsOf(decisions: readonly DecisionDocument[]): DecisionRun[] {
  const runs: DecisionRun[] = [];
  for (const decision of decisions) {
    const run = runs.at(-1);
    if (run && continues(run.last, decision)) runs[runs.length - 1] = { ...run, last: decision, count: run.count + 1 };
    else runs.push({ first: decision, last: decision, count: 1 });
  }
  return runs;
}

function continues(before: DecisionDocument, decision: DecisionDocument): boolean {
  return before.result === "held" && decision.result === "held" && before.reason === decision.reason;
}

/** Of a run of decisions the last one is told of. */
function lineOf({ first, last, count }: DecisionRun): string {
  const time = count === 1 ? timeOf(first.at) : `${timeOf(first.at)} - ${timeOf(last.at)}`;
  const times = count === 1 ? "" : ` ${counted(count, "time")}`;
  return `${time}  ${last.prefill}+${last.decode}  ${last.result}${times}  ${explain(last)}`;
}

/** A time of the epoch's scale as a date, one of a simulation as what has passed. */
function timeOf(atS: number | null): string {
  if (atS === null) return "-";
  return atS < EPOCH_S ? clockTime(atS) : `${new Date(1000 * atS).toISOString().slice(0, 19)}Z`;
}

/** No simulation is as long (three years), and no router as old. */
const EPOCH_S = 1e8;

function count(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError("It must be a whole number >= 1.");
  return value;
}
