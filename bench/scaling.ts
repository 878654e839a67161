import { resolveConfig } from "../src/index";
import { decideAfter } from "./deciding";
import { ENGINES } from "./fleets";
import { type AccountSpec, DEFAULTS } from "./full-account";
import { timeNs } from "./measure";
import { memoryBytes } from "./sizes";

/** One row: the defaults but for one thing. */
interface Step {
  readonly name: string;
  readonly engines?: number;
  readonly spec?: AccountSpec;
}

const STEPS: readonly Step[] = [
  ...[4, 16, 64, 256].map((engines) => ({ name: `${engines} engines`, engines })),
  ...[1, 10, 100, 1000, 10_000].map((shapes) => ({ name: `${shapes} shapes a bucket`, spec: { shapes } })),
  ...[60, 120, 600, 3600].map((windowS) => ({ name: `${windowS} s window`, spec: { config: configOf(windowS) } })),
];

const REQUESTS = [0, 20, 2000];

// The steps share a process: what they show are orders of magnitude, and one takes seconds to fill its windows.
const DURATION = { warmupMs: 100, timeMs: 100 };

/** Duration of one step. */
export interface ScalingRow {
  readonly name: string;
  /** A decision after 0, 20 and 2,000 requests, in microseconds. */
  readonly afterUs: readonly number[];
  readonly memoryMiB: number;
}

/** How a decision grows with engines, shapes and window. */
export function scalingRows(): ScalingRow[] {
  return STEPS.map(({ name, engines = ENGINES, spec = {} }) => ({
    name,
    afterUs: REQUESTS.map((requests) => timeNs(decideAfter(requests, engines, spec), DURATION) / 1000),
    memoryMiB: memoryBytes(spec.config) / 2 ** 20,
  }));
}

/** The same in markdown. */
export function scalingTable(rows: readonly ScalingRow[]): string {
  const head = ["", ...REQUESTS.map((requests) => `after ${requests} (us)`), "memory (MiB)"];
  const cells = rows.map(({ name, afterUs, memoryMiB }) => [
    name,
    ...afterUs.map((us) => us.toPrecision(3)),
    memoryMiB.toFixed(1),
  ]);
  return [head, ["---", ...head.slice(1).map(() => "---:")], ...cells].map(markdown).join("\n");
}

function configOf(windowS: number) {
  const evidenceMaxSpanS = Math.min(DEFAULTS.evidenceMaxSpanS, windowS);
  return resolveConfig({ ...DEFAULTS, windowS, evidenceMaxSpanS });
}

export function markdown(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
