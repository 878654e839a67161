import { Command, InvalidArgumentError, Option } from "commander";
import * as v from "valibot";
import type { DecisionDocument } from "../decision/decision-document";
import { decisionSchema } from "../decision/decision-schema";
import { explain } from "../decision/explain";
import { REASONS } from "../decision/reasons";
import { RESULTS } from "../decision/vocabulary";
import { printable, show } from "../errors";
import { type DecisionRow, JOURNAL_SCHEMA, type JournalRow, type MoveEffectRow } from "../journal/journal-rows";
import { decisionOf, journalRow } from "../journal/read-journal";
import { counted, timeOf } from "./format";
import { LogInput } from "./log-input";
import { effectLine } from "./print-effect";
import { wrongLog } from "./wrong-log";

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
  const runs = new DecisionRuns(flags.last ?? Number.POSITIVE_INFINITY);
  let decisions = 0;
  let chosen = 0;
  for await (const row of rowsIn(path)) {
    if ("type" in row) {
      if (wantsAll(flags)) for (const line of [...runs.cut().map(lineOf), effectLine(row)]) print(line);
      continue;
    }
    const decision = row;
    decisions += 1;
    if (!isChosen(decision, flags)) continue;
    chosen += 1;
    for (const run of runs.add(decision)) print(lineOf(run));
  }
  for (const run of runs.end()) print(lineOf(run));
  if (chosen === 0) print(nothingToExplain(path, decisions, flags));
}

/** Whether no decision is left out: then the effects of moves are told of, too. */
function wantsAll({ reason, result, last }: ExplainFlags): boolean {
  return reason === undefined && result === undefined && last === undefined;
}

/** The decisions of a journal, and the effects of its moves; lines that are left out are printed. */
async function* rowsIn(path: string): AsyncGenerator<DecisionDocument | MoveEffectRow> {
  const input = new LogInput(path);
  let line = 0;
  let begun = false;
  for await (const text of input.lines()) {
    line += 1;
    if (text.trim() === "") continue;
    const row = journalRow(text);
    if (!begun) checkMeta(path, input, row);
    begun = true;
    if (row?.type === "move_effect") yield row;
    if (row && row.type !== "decision") continue;
    const decision = row && decisionIn(row);
    if (decision) yield decision;
    else print(`note: ${input.placeOf(line)} is cut off or no row, and was left out`);
  }
  if (!begun) checkMeta(path, input, null);
}

function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

/** Each part of a journal begins with its meta row. */
function checkMeta(path: string, { beginning }: LogInput, row: JournalRow | null): void {
  if (row?.type === "meta" && row.schema === JOURNAL_SCHEMA) return;
  const wrong =
    row?.type === "meta"
      ? `must be ${JOURNAL_SCHEMA}, is ${show(row.schema)}`
      : "must begin with its meta row (are older parts missing?)";
  throw wrongLog({ path, beginning, wanted: "a journal", reason: `${path}: ${wrong}` });
}

function nothingToExplain(path: string, decisions: number, { reason, result }: ExplainFlags): string {
  if (decisions === 0) return `note: ${path} holds no decisions`;
  const wanted = [...(reason ? [`the reason ${reason}`] : []), ...(result ? [`the result ${result}`] : [])];
  return `note: no decision in ${path} has ${wanted.join(" and ")}`;
}

// Later versions may add fields.
const documentSchema = v.object(decisionSchema.entries);

/** The decision of a row, null where it lacks a field. */
function decisionIn(row: DecisionRow): DecisionDocument | null {
  const decision = decisionOf(row);
  return v.is(documentSchema, decision) ? decision : null;
}

function isChosen(decision: DecisionDocument, { reason, result }: ExplainFlags): boolean {
  return decision.reason === (reason ?? decision.reason) && decision.result === (result ?? decision.result);
}

/** Gathers decisions to runs, with no more of them in hand than are asked for. */
class DecisionRuns {
  readonly #last: number;
  #kept: DecisionDocument[] = [];
  #run: DecisionRun | null = null;

  /** @param last how many of the last decisions are wanted; Infinity: all */
  constructor(last: number) {
    this.#last = last;
  }

  /** Takes the next decision, and gives the runs that are over. */
  add(decision: DecisionDocument): DecisionRun[] {
    if (this.#last === Number.POSITIVE_INFINITY) return this.#extend(decision);
    this.#kept.push(decision);
    if (this.#kept.length >= 2 * this.#last) this.#kept = this.#kept.slice(-this.#last);
    return [];
  }

  /** Ends the run at hand: something comes between. */
  cut(): DecisionRun[] {
    const run = this.#run;
    this.#run = null;
    return run ? [run] : [];
  }

  /** The runs that are left. */
  end(): DecisionRun[] {
    const over = this.#kept.slice(-this.#last).flatMap((decision) => this.#extend(decision));
    return this.#run ? [...over, this.#run] : over;
  }

  #extend(decision: DecisionDocument): DecisionRun[] {
    const run = this.#run;
    if (run && continues(run.last, decision)) {
      this.#run = { ...run, last: decision, count: run.count + 1 };
      return [];
    }
    this.#run = { first: decision, last: decision, count: 1 };
    return run ? [run] : [];
  }
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

function count(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError("It must be a whole number >= 1.");
  return value;
}
