import { existsSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "../../src/handoff/crc32";
import type { RowSink } from "../../src/index";
import { fileSink, saveSnapshot } from "../../src/node";
import { RandomRun, seededSteps } from "./random-run";

// A router that journals, logs all inputs and writes snapshots until it is killed. It begins with the snapshot of the
// process before it. On its standard output it says, at once, which rows are acknowledged: "journal 12" is the checksum
// of a row; "snapshot 0" a snapshot whose writing has returned.
const { folder, seed } = JSON.parse(process.argv[2] ?? "");
const snapshot = join(folder, "pool.snapshot");

const journal = acknowledging("journal", 20_000);
const eventLog = acknowledging("events", 50_000);
const run = new RandomRun({ urgent: true, journal, eventLog });
if (existsSync(snapshot)) run.pool.restore(readFileSync(snapshot), { elapsedS: 1 });
for (let round = 0; ; round += 1) {
  run.run(seededSteps(seed + round, 40));
  saveSnapshot(snapshot, run.pool.snapshot());
  say("snapshot", 0);
}

/** The rows that begin a part or a process are not told of: the sink writes those of parts by itself. */
function acknowledging(name: string, maxBytes: number): RowSink {
  const sink = fileSink(join(folder, `${name}.jsonl`), { maxBytes });
  return {
    startPartsWith: (firstRow) => sink.startPartsWith(firstRow),
    write(row) {
      sink.write(row);
      if (!row.startsWith('{"type":"meta"')) say(name, crc32(new TextEncoder().encode(row)));
    },
  };
}

function say(what: string, number: number): void {
  writeSync(1, `${what} ${number}\n`);
}
