import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Command, InvalidArgumentError, Option } from "commander";
import { version } from "../package.json";
import { FIGURES, type FigureKey } from "./figures";
import { measure } from "./measure";
import { overflowTable } from "./overflow";
import { qpsTable } from "./qps";
import { type Figures, toDocument, toTable } from "./report";
import { writeResults } from "./results";
import { scalingRows, scalingTable } from "./scaling";

// Every figure is timed in a process of its own: what one workload teaches the optimizer would burden the next.

interface Options {
  readonly json?: true;
  readonly processes: number;
  readonly figure?: FigureKey;
  readonly scaling?: true;
  readonly overflow?: true;
  readonly qps?: true;
  readonly results?: true;
}

const options = new Command("bench")
  .description("Times all that a router calls, the same work in plain TypeScript, and packages it might take instead.")
  .option("--json", "print one JSON document")
  .option("--processes <n>", "fresh processes for each figure, of which the median counts", whole, 1)
  .addOption(new Option("--figure <key>", "time this figure alone, in this process").choices(Object.keys(FIGURES)))
  .option("--overflow", "print what demand comes to when buckets overflow, in markdown")
  .option("--results", "write bench/RESULTS.md and its picture as well")
  .option("--qps", "drive one pool at 100 to 50,000 requests a second, and print what that takes")
  .option("--scaling", "print how decisions grow with engines, shapes and window, in markdown")
  .parse()
  .opts<Options>();

if (options.figure) console.log(measure(options.figure));
else if (options.overflow) console.log(overflowTable());
else if (options.qps) console.log(qpsTable());
else if (options.scaling) console.log(scalingTable(scalingRows()));
else report(medians(options.processes), options);

function report(figures: Figures, { json, processes, results }: Options): void {
  if (results) writeResults(figures, processes);
  console.log(json ? JSON.stringify(toDocument(figures, processes, version), null, 2) : toTable(figures));
}

/** Rounds of all figures, one after the other, so that a slow moment of the machine falls on all of them alike. */
function medians(processes: number): Figures {
  const keys = Object.keys(FIGURES) as FigureKey[];
  const rounds = Array.from({ length: processes }, () => keys.map(measureApart));
  const entries = keys.map((key, i) => [key, median(rounds.map((round) => round[i] as number))]);
  return Object.fromEntries(entries) as Figures;
}

function measureApart(key: FigureKey): number {
  const script = fileURLToPath(import.meta.url);
  const printed = execFileSync(process.execPath, [...process.execArgv, script, "--figure", key], { encoding: "utf8" });
  return Number(printed);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((x, y) => x - y);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2;
}

function whole(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError("must be a whole number >= 1");
}
