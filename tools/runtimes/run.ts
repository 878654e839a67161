import { spawnSync } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import { DENO_CACHE, SMOKES, VECTORS } from "./prepare";
import type { Runtime } from "./runtimes";
import { EXPECTED } from "./smoke-expected";

/** Outcome of one runtime. */
export interface Result {
  /** Vector files that passed. */
  readonly passed: number;
  /** Smoke tests that passed. */
  readonly smokes: number;
  readonly seconds: number;
  /** The errors; empty if there are none. */
  readonly faults: readonly string[];
}

/** A process that has ended. */
interface Ended {
  readonly stdout: string;
  /** How it failed, and what it printed; null if it did not. */
  readonly fault: string | null;
}

const TIMEOUT_MS = 300_000;
const CURE = "remove tools/runtimes/node_modules to have it installed anew";
/** A vector file that passed, as the replayer prints it; a file without checks has not. */
const PASSED = /^ok {3}\S+: [1-9]\d* checks\n/gm;
/** Nothing is looked up or kept outside of the repository. */
const ENVIRONMENT = {
  ...process.env,
  NO_COLOR: "1",
  DENO_DIR: DENO_CACHE,
  DENO_NO_UPDATE_CHECK: "1",
  BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0",
};

/** Runs all vectors and the smoke tests in a runtime. `vectorCount`: how many files must pass. */
export function runRuntime(runtime: Runtime, vectorCount: number): Result {
  const startedMs = performance.now();
  const wrongVersion = versionFault(runtime);
  if (wrongVersion) return { passed: 0, smokes: 0, seconds: 0, faults: [wrongVersion] };
  const vectors = runVectors(runtime, vectorCount);
  const smokes = Object.entries(SMOKES).map(([kind, script]) => smokeFault(runtime, kind, script));
  return {
    passed: vectors.passed,
    smokes: smokes.filter((fault) => fault === null).length,
    seconds: (performance.now() - startedMs) / 1000,
    faults: [vectors.fault, ...smokes].filter((fault) => fault !== null),
  };
}

function versionFault({ binary, version }: Runtime): string | null {
  const { stdout, fault } = run(binary, ["--version"]);
  if (fault) return `cannot be started: ${fault} (${CURE})`;
  const found = /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? "no version";
  return found === version ? null : `${binary} must be ${version}, got ${found} (${CURE})`;
}

function runVectors({ binary, args }: Runtime, vectorCount: number): { passed: number; fault: string | null } {
  const { stdout, fault } = run(binary, [...args, VECTORS, "test/vectors"]);
  const passed = stdout.match(PASSED)?.length ?? 0;
  if (passed === vectorCount && !fault) return { passed, fault: null };
  const printed = (fault ?? stdout).replace(PASSED, "").trim() || "nothing else was printed";
  return { passed, fault: `${passed} of ${vectorCount} vector files passed: ${printed}` };
}

function smokeFault({ binary, args }: Runtime, kind: string, script: string): string | null {
  const { stdout, fault } = run(binary, [...args, script]);
  if (fault) return `smoke test, ${kind}: ${fault}`;
  if (isDeepStrictEqual(parsed(stdout), EXPECTED)) return null;
  return `smoke test, ${kind}: must give\n${JSON.stringify(EXPECTED)}\ngot\n${stdout.trim() || "nothing"}`;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function run(binary: string, args: readonly string[]): Ended {
  const options = { encoding: "utf8", env: ENVIRONMENT, timeout: TIMEOUT_MS } as const;
  const { status, signal, error, stdout, stderr } = spawnSync(binary, args, options);
  if (error) return { stdout: stdout ?? "", fault: error.message };
  return { stdout, fault: status === 0 ? null : `ended with ${status ?? signal}\n${stdout}${stderr}` };
}
