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

## How a decision grows

Demand and the scores of three splits, the windows full, everything else at its default (16 engines of two kinds, 160
shapes, 120 s). One process; \`npm run bench -- --scaling\` prints the table again.

![Time of a decision by engines, shapes and window](scaling.svg)

${scaling}

A decision without news costs a few microseconds and grows with the engines alone. News cost what they touch: completions
their place in the order of values, changed buckets their sums, shapes whose price has changed their price.
`;
}
