import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { crc32 } from "../../src/handoff/crc32";
import { readJournal } from "../../src/journal-entry";
import { logParts } from "../../src/node";
import { createPoolSync } from "../../src/pool/create-pool";
import { Random } from "../../src/random/random";
import { checkConservation } from "../../src/schema-entry";
import { narwhal } from "../cli/command";
import { buildChild, linesOf, scratchFolder } from "./file-fixtures";
import { BUSY } from "./random-run";

const KILLS = 25;
/** A router is killed once it has said a number of lines, drawn up to this. It writes a snapshot after some 150. */
const MOST_LINES = 1500;
/** One router in five is killed this long after its start at most, whatever it has said by then. */
const EARLY_MS = 120;

const folder = scratchFolder();
const child = buildChild("pool-writer", folder);

/** Runs a router until it is killed, and gives the lines that it said, as "what number". */
async function killed(early: boolean, share: number, seed: number): Promise<readonly string[]> {
  const router = spawn(process.execPath, [child, JSON.stringify({ folder, seed })]);
  const kill = () => router.kill("SIGKILL");
  let said = "";
  let errors = "";
  router.stdout.on("data", (chunk) => {
    said += chunk;
    if (!early && said.split("\n").length > share * MOST_LINES) kill();
  });
  router.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  if (early) setTimeout(kill, share * EARLY_MS);
  await new Promise((resolve) => router.on("close", resolve));
  expect(errors).toBe("");
  expect(router.signalCode).toBe("SIGKILL");
  return said.split("\n").slice(0, -1);
}

/** Rows of a log, those that begin a part or a process left out, as their checksums; and how many lines are torn. */
function rowsOf(log: string): { readonly sums: readonly number[]; readonly torn: number } {
  const parts = logParts(join(folder, log)).map((part) => {
    const { whole, rest } = linesOf(part);
    return rest === "" ? whole : [...whole, rest];
  });
  const lines = parts.flat().filter((line) => !line.startsWith('{"type":"meta"'));
  const whole = lines.filter((line) => readJournal([line]).rows.length === 1);
  const sums = whole.map((line) => crc32(new TextEncoder().encode(line)));
  return { sums, torn: lines.length - whole.length };
}

it("a router that is killed at any moment, again and again, loses no acknowledged row, and its files read", async () => {
  const random = new Random(7);
  const said: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    said.push(...(await killed(kill % 5 === 4, random.uniform(), 1000 * kill)));
  }
  const acknowledged = (what: string) => said.filter((line) => line.startsWith(`${what} `)).map(sumOf);
  for (const log of ["journal", "events"]) {
    const wanted = acknowledged(log);
    const { sums, torn } = rowsOf(`${log}.jsonl`);
    expect(wanted.length).toBeGreaterThan(KILLS);
    expect(missingOf(wanted, sums)).toEqual([]);
    // Of each process one row at most was written, or begun, and not acknowledged yet.
    expect(sums.length + torn - wanted.length).toBeLessThanOrEqual(KILLS);
    expect(logParts(join(folder, `${log}.jsonl`)).length).toBeGreaterThan(2);
  }
  const { status, stdout } = narwhal("verify", join(folder, "events.jsonl"));
  expect(stdout).toMatch(/^(note: .* is cut off and was left out\n)*\d+ decisions, all reproduced\n$/);
  expect(status).toBe(0);
  expect(acknowledged("snapshot").length).toBeGreaterThan(KILLS / 2);
  const successor = createPoolSync(BUSY);
  successor.restore(readFileSync(join(folder, "pool.snapshot")));
  expect(successor.state().requests.opened).toBeGreaterThan(0);
  expect(checkConservation(successor.state())).toEqual([]);
});

function sumOf(line: string): number {
  return Number(line.split(" ")[1]);
}

/** What of the wanted numbers the others lack, in their order. */
function missingOf(wanted: readonly number[], numbers: readonly number[]): number[] {
  let next = 0;
  return wanted.filter((number) => {
    const found = numbers.indexOf(number, next);
    if (found >= 0) next = found + 1;
    return found < 0;
  });
}
