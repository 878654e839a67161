// Runs the recorded vectors and a smoke test of the built package in every runtime of package.json, beside this file.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { table } from "../../src/cli/tables";
import { prepare, SMOKES } from "./prepare";
import { type Result, runRuntime } from "./run";
import { pinnedRuntimes, presentNode, type Runtime } from "./runtimes";

const HEAD = ["runtime", "version", "vectors passed", "vectors failed", "smoke", "seconds"];
const LEFT = ["version", "smoke"];

function main(): number {
  const { platform, arch } = process;
  if (platform !== "linux" || arch !== "x64") {
    console.log(
      `the other runtimes are programs for Linux on x64: on ${platform} ${arch} only the present Node is run`,
    );
    return runAll([presentNode()]);
  }
  return install() ? runAll(pinnedRuntimes()) : 1;
}

function install(): boolean {
  const { status } = spawnSync(process.execPath, ["scripts/install-tool.mjs", "tools/runtimes"], { stdio: "inherit" });
  return status === 0;
}

/** Runs and reports them. Gives the exit code: 1 if anything failed. */
function runAll(runtimes: readonly Runtime[]): number {
  const vectorCount = readdirSync("test/vectors").filter((name) => /\.jsonl(\.gz)?$/.test(name)).length;
  prepare();
  const rows: string[][] = [];
  const faults: string[] = [];
  for (const runtime of runtimes) {
    console.log(`running ${runtime.name} ${runtime.version}`);
    const result = runRuntime(runtime, vectorCount);
    rows.push(rowOf(runtime, result, vectorCount));
    faults.push(...result.faults.map((fault) => `${runtime.name}: ${fault}`));
  }
  console.log(`\n${table(HEAD, rows, LEFT)}`);
  for (const fault of faults) console.error(`\n${fault}`);
  return faults.length > 0 ? 1 : 0;
}

function rowOf({ name, version }: Runtime, { passed, smokes, seconds }: Result, vectorCount: number): string[] {
  const smoke = smokes === Object.keys(SMOKES).length ? "ok" : "FAILED";
  return [name, version, `${passed}`, `${vectorCount - passed}`, smoke, seconds.toFixed(1)];
}

process.exitCode = main();
