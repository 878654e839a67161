import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drawScaling } from "./draw-scaling";
import { type Figures, machine, rowsOf } from "./report";
import { markdown, scalingRows, scalingTable } from "./scaling";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Writes `RESULTS.md` and `scaling.svg` beside this file. */
export function writeResults(figures: Figures, processes: number): void {
  const rows = scalingRows();
  writeFileSync(path("scaling.svg"), drawScaling(rows));
  writeFileSync(path("RESULTS.md"), page(figures, processes, scalingTable(rows)));
}

/** Measured by hand, on the machine that the rest of the page was first measured on: say so when it is measured again. */
const BOUNDS = `## What bounds the targets that are missed

Measured on the same machine on 2026-11-30, with \`performance\` timers around the parts and V8's profiler.

- **A record, a repricing, a whole request.** Of a record's 16 ns the loop that times it and its clock take 3.3, the call 2.8,
  the checks 1; the rest is a hash, a look-up and five stores that depend on each other. So the Map contestants, at some
  35 and 77 ns, would have to be left behind by a record of 10 and 11. A repricing is a record, a removal and a record. A
  whole request is two of each, a completion and an outcome: 120 ns in the windows by the rows above. The rest is its handle,
  two objects of some twenty fields, and the checks of what a router hands over.
- **A decision without news** is 120 bucket headers looked at for evidence (0.3 us), the cells of the buckets that cuts go
  through (0.6 us), 16 engines read (1.1 us), and records made of it.
- **A decision after 2,000.** Learning takes 33 us: as many completions come as fall behind the cut, each in two orders of
  values, at 8 ns each. Prices take 13 us over the window, where the sum of the shapes tells them, and 12 over its last half
  (the trend), where 60 buckets of 129 cells are summed anew once a price has changed.
- **A pass** is that decision with another correction, so that every shape and every overflow cell is priced anew (11 us), and
  with what surrounds it (20 us: the fleet's interval, the gates, the record), which runs once in 5 s: no cache holds it.
- **The size of the core.** It is compiled for speed. Compiled for size it has 3.5 KB less, still more than 16 KB with bins
  and the statistics of the headroom policy in it, and is slower: a record 17.4 ns instead of 15.9, a repricing 55 instead of
  47, a decision after 20 requests 12.0 us instead of 11.2 (all on a busy machine).
- **The size of the main entry.** A fifth of it is the core in base64. Handoff, event log and explanations belong to the pool
  and its records; without all three it would still be above 30 KB.
- **The first pool of a process** waits for the compiler, and for code that runs for the first time; every further one is made
  in the time of \`create_ms\`.
`;

function page(figures: Figures, processes: number, scaling: string): string {
  const { cpu, cores, node } = machine();
  const head = ["figure", "", "", "target", "met", "what"];
  const table = [head, ["---", "---:", "---", "---:", "---", "---"], ...rowsOf(figures)].map(markdown).join("\n");
  return `# Results

Written by \`npm run bench -- --processes ${processes} --results\`: medians of ${processes} fresh processes for each figure, each of which warms up
first. ${cores} x ${cpu}, Node ${node}. Targets in nanoseconds and microseconds are for a machine on which an empty call into the core
(\`wasm_call_ns\`) takes 5 ns; that of a streamed token scales with it.

## Figures

${table}

${BOUNDS}
## How a decision grows

Demand and the scores of three splits, the windows full, everything else at its default (16 engines of two kinds, 160
shapes, 120 s). One process; \`npm run bench -- --scaling\` prints the table again.

![Time of a decision by engines, shapes and window](scaling.svg)

${scaling}

A decision without news costs a few microseconds and grows with the engines alone. News cost what they touch: completions
their place in the order of values, changed buckets their sums, shapes whose price has changed their price.
`;
}
