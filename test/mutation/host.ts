import { readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { type Tested, testedOf } from "./tested";

type Options = ConstructorParameters<typeof Stryker>[0];
type Result = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

export type Part = "control" | "fleet";

/**
 * Tests mutants of a folder of `src/`, as StrykerJS makes them.
 * @param places files, or lines of them as `linesOf` names them
 */
export async function testHost(part: Part, places: readonly string[]): Promise<Tested[]> {
  process.env.PART = part;
  const results = await new Stryker(optionsOf(places)).runMutationTest();
  return results.map(tested);
}

/** Units and meanings: the documents' tests hold them. */
const NO_RULES = ["fact-table.ts"];

/** The files of a folder of `src/` that have rules. */
export function filesOf(part: Part): string[] {
  const names = readdirSync(`src/${part}`).filter((name) => !NO_RULES.includes(name));
  return names.map((name) => `src/${part}/${name}`);
}

/** Every line of a file. Changes that span lines are on none. */
export function linesOf(path: string): string[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.map((_, index) => `${path}:${index + 1}-${index + 1}`);
}

function optionsOf(places: readonly string[]): Options {
  return {
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "test/mutation/host.vitest.config.ts", related: false },
    mutate: [...places],
    coverageAnalysis: "perTest",
    concurrency: 1,
    timeoutMS: 30_000,
    reporters: ["progress-append-only"],
    tempDirName: "build/stryker",
    ignorePatterns: ["/dist", "/build/mutation"],
  };
}

const OUTCOMES: Readonly<Partial<Record<Result["status"], Tested["outcome"]>>> = {
  Killed: "detected",
  Timeout: "detected",
  Survived: "survived",
  NoCoverage: "survived",
};

function tested({ fileName, location, replacement, status }: Result): Tested {
  const text = readFileSync(fileName, "utf8");
  const [start, end] = [offsetOf(text, location.start), offsetOf(text, location.end)];
  const change = { start, original: text.slice(start, end), replacement };
  return testedOf(relative(".", fileName), text, change, OUTCOMES[status] ?? "unusable");
}

/** Lines and columns are counted from 1. */
function offsetOf(text: string, { line, column }: Result["location"]["start"]): number {
  const before = text.split("\n").slice(0, line - 1);
  return before.reduce((place, { length }) => place + length + 1, column - 1);
}
