import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type LogFault, memorySink } from "../../src/index";
import { fileSink } from "../../src/node";
import { RandomRun, seededSteps } from "./random-run";

// A router in a process that has no descriptor left when its event log begins, and when its journal needs a new file.
// It says what it was told, what its logs took, and whether it decided as one without these faults.
const folder = process.argv[2] ?? "";
const steps = seededSteps(5, 600);
const plain = new RandomRun({ urgent: true, journal: memorySink() }).run(steps);

const faults: LogFault[] = [];
const journal = fileSink(join(folder, "journal.jsonl"), { maxBytes: 5000, lookMs: 0 });
journal.write('{"type":"risk","at_s":0,"kind":"before"}');
const crowd = fill();
const eventLog = fileSink(join(folder, "events.jsonl"), { lookMs: 0 });
const run = new RandomRun({ urgent: true, journal, eventLog, onLogFault: (fault) => faults.push(fault) });
run.run(steps.slice(0, 400));
await setImmediate();
for (const descriptor of crowd) closeSync(descriptor);
run.run(steps.slice(400));
await setImmediate();
const { event_log, journal: rows, ...state } = run.pool.state();
const { event_log: _, journal: __, ...wanted } = plain.pool.state();
const same = JSON.stringify([run.decisions, state]) === JSON.stringify([plain.decisions, wanted]);
console.log(JSON.stringify({ event_log, journal: rows, faults, same }));

/** Takes all descriptors that there are. */
function fill(): number[] {
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync("/dev/null", "r"));
  } catch {
    return taken;
  }
}
