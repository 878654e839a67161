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

- **A record, a repricing, a whole request.** A record is 2.8 ns for the call, 3 ns of checks in TypeScript, and the rest a
  hash, a look-up and five stores that depend on each other. A repricing is a record, a removal and a record. A whole request
  is two of each, a completion and an outcome: 120 ns in the windows by the rows above. The rest is its handle: two objects of
  some twenty fields.
- **A decision after 20 requests.** Learning takes 3.6 us, pricing 5.2 us, ranges 1.8 us, evidence 1.6 us, the fleet and the
  scores 1.5 us.
- **A decision after 2,000, a pass.** Learning takes 32 us: as many completions come as fall behind the cut, at 8 ns each.
  Pricing takes 58 to 67 us: where the price of one shape has changed, 121 buckets with 15,609 cells are summed anew, at 4 ns a
  cell, which is the time to fetch it. Sums by shape would be faster where shapes repeat, but not independent of the order in
  which they came, so that a pool that goes on with another one's accounts might decide otherwise.
- **The size of the core.** It is compiled for speed. Compiled for size it has 3 KB less, still more than 16 KB with bins
  and the statistics of the headroom policy in it, and is slower: a whole request 278 ns instead of 230, a pass 165 us instead
  of 134, a record with bins 34 ns instead of 26.
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
