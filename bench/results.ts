import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Figures, machine, rowsOf } from "./report";
import { markdown, scalingRows, scalingTable } from "./scaling";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Writes `RESULTS.md` and `scaling.svg` beside this file. */
export function writeResults(figures: Figures, processes: number): void {
  writeFileSync(path("RESULTS.md"), page(figures, processes, scalingTable(scalingRows())));
  // The picture is drawn from the page. The standard output is for figures.
  execFileSync("npm", ["run", "draw", "--", "scaling"], { stdio: ["ignore", "ignore", "inherit"] });
}

/** Measured by hand, on the machine that the rest of the page was first measured on: say so when it is measured again. */
const BOUNDS = `## What bounds the targets that are missed

Measured on the same machine on 2026-11-30, with \`performance\` timers around the parts and V8's profiler.

- **A record, a repricing, a whole request.** Of a record's 16 ns the loop that times it and its clock take 3.3, the checks
  2, the call 2.8 and the core 8: a hash, a look-up, and five stores that depend on each other. So the Map contestants, at
  some 35 and 77 ns, would have to be left behind by a record of 10 and 11. A repricing here is a record that begins a cell,
  the removal of that cell and another record, two calls. A whole request is 30 ns to open, 30 to size in two windows, 70 to
  reprice in both, 35 to learn from and 30 for its outcome; half of it is in the core. V8 inlines but a part of the rest, and
  not the same part in every process; where it is told to inline all, a request takes 162 ns.
- **A streamed token** makes no call into the core: its target is that of the issue, 40 ns, scaled by what such a call takes
  here. It is two divisions, a move to the end of the list of residents, and some fifteen numbers read and written. Where V8
  is told to inline all of it, it takes 20 ns.
- **Bins** cost a second look-up: a shape beyond the exact ones is looked for itself, then its bin. That is 5 ns.
- **The size of the core.** It is compiled for speed. Compiled for size it has 4.1 KB less, still more than 16 KB with bins
  and the statistics of the headroom policy in it, and is slower: a record 17.4 ns instead of 16.0, a repricing 60 instead of
  53, a decision after 20 requests 10.2 us instead of 7.9 (all on a busy machine).
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
