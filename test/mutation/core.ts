import { readdirSync, readFileSync } from "node:fs";
import { compileCore } from "./compile-core";
import { CoreTests } from "./core-tests";
import { applyMutant, findMutants, type Mutant } from "./find-mutants";
import { lineAt, type Tested } from "./tested";

/** Sizes and offsets: the compiler holds the core to them, and the host is built from the same file. */
const NO_RULES = ["layout.ts"];

/** All mutants of the core's rules. */
export function coreMutants(): Mutant[] {
  const names = readdirSync("assembly").filter((name) => name.endsWith(".ts") && !NO_RULES.includes(name));
  return names.map((name) => `assembly/${name}`).flatMap((path) => findMutants(path, readFileSync(path, "utf8")));
}

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
  const { path, start, original, replacement } = mutant;
  const text = readFileSync(path, "utf8");
  const wasm = await compileCore(path, applyMutant(text, mutant));
  return { path, ...lineAt(text, start), original, replacement, outcome: await outcomeOf(wasm, tests) };
}

async function outcomeOf(wasm: Uint8Array | null, tests: CoreTests): Promise<Tested["outcome"]> {
  if (wasm === null) return "unusable";
  return (await tests.faultOf(wasm)) === null ? "survived" : "detected";
}
