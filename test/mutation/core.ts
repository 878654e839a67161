import { readFileSync } from "node:fs";
import { compileCore } from "./compile-core";
import { CoreTests } from "./core-tests";
import { applyMutant, type Mutant } from "./find-mutants";
import { type Tested, testedOf } from "./tested";

/**
 * Tests mutants of the core, one after the other, until the time is over.
 * @param untilMs as `Date.now` counts
 */
export async function* testCore(mutants: readonly Mutant[], untilMs: number): AsyncGenerator<Tested, void> {
  const tests = new CoreTests();
  try {
    await expectNoFault(tests);
    for (const mutant of mutants) {
      if (Date.now() >= untilMs) return;
      yield await tested(mutant, tests);
    }
  } finally {
    tests.end();
  }
}

async function expectNoFault(tests: CoreTests): Promise<void> {
  const path = "assembly/index.ts";
  const wasm = await compileCore(path, readFileSync(path, "utf8"));
  const fault = wasm ? await tests.faultOf(wasm) : "the compiler";
  if (fault !== null) throw new Error(`the core must have no fault, got one from ${fault}`);
}

async function tested(mutant: Mutant, tests: CoreTests): Promise<Tested> {
  const { path } = mutant;
  const text = readFileSync(path, "utf8");
  const wasm = await compileCore(path, applyMutant(text, mutant));
  return testedOf(path, text, mutant, await outcomeOf(wasm, tests));
}

async function outcomeOf(wasm: Uint8Array | null, tests: CoreTests): Promise<Tested["outcome"]> {
  if (wasm === null) return "unusable";
  return (await tests.faultOf(wasm)) === null ? "survived" : "detected";
}
