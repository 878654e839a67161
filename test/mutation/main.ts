// Changes one thing at a time in the sources, and tells which changes no test notices.
//   npm run mutation -- core --sample 200 --seed 1 --minutes 30
//   npm run mutation -- control
import { SingleBar } from "cli-progress";
import { Command, InvalidArgumentError } from "commander";
import { testCore } from "./core";
import { coreMutants } from "./core-mutants";
import { filesOf, linesOf, type Part, testHost } from "./host";
import { sampleOf } from "./sample";
import { scoreLines, scoreOf, survivorLines } from "./score";
import type { Tested } from "./tested";

/** The command fails where less than this share of the mutants is detected, those left out that no test can detect. */
const LEAST_SHARE = 0.85;

const program = new Command("mutation").description("Changes one thing at a time, and tells what no test notices.");
program
  .command("core")
  .description("the core's rules, assembly/")
  .option("--sample <n>", "test so many mutants, drawn at random, instead of all", whole)
  .option("--seed <n>", "what the sample is drawn with", whole, 1)
  .option("--minutes <n>", "stop after so many minutes", whole, 600)
  .option("--file <part>", "only mutants of files with this in their name", "")
  .action(runCore);
for (const part of ["control", "fleet"] as const) {
  program
    .command(part)
    .description(`src/${part}, by StrykerJS`)
    .option("--lines <n>", "test the mutants of so many lines, drawn at random, instead of all", whole)
    .option("--seed <n>", "what the lines are drawn with", whole, 1)
    .option("--file <part>", "only mutants of files with this in their name", "")
    .action((options: HostOptions) => runHost(part, options));
}
await program.parseAsync();

interface CoreOptions {
  readonly sample?: number;
  readonly seed: number;
  readonly minutes: number;
  readonly file: string;
}

async function runCore({ sample, seed, minutes, file }: CoreOptions): Promise<void> {
  const mutants = coreMutants().filter(({ path }) => path.includes(file));
  const drawn = sampleOf(mutants, sample ?? mutants.length, seed);
  const bar = new SingleBar({ format: "[{bar}] {value} of {total}, {eta_formatted} left", clearOnComplete: true });
  const tested: Tested[] = [];
  bar.start(drawn.length, 0);
  for await (const mutant of testCore(drawn, Date.now() + minutes * 60_000)) {
    tested.push(mutant);
    bar.increment();
  }
  bar.stop();
  report(tested, tested.length < mutants.length);
}

interface HostOptions {
  readonly lines?: number;
  readonly seed: number;
  readonly file: string;
}

async function runHost(part: Part, { lines, seed, file }: HostOptions): Promise<void> {
  const files = filesOf(part).filter((path) => path.includes(file));
  const places = lines === undefined ? files : sampleOf(files.flatMap(linesOf), lines, seed);
  report(await testHost(part, places), lines !== undefined);
}

function report(tested: readonly Tested[], isSample: boolean): void {
  const score = scoreOf(tested);
  for (const survivor of score.survivors) console.log(survivorLines(survivor));
  console.log(scoreLines(score, isSample));
  if ((score.shareOfDetectable ?? 0) < LEAST_SHARE) process.exitCode = 1;
}

function whole(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError("must be a whole number, 1 or more");
  return value;
}
