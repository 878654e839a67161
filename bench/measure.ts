import { Bench } from "tinybench";
import { FIGURES, type Figure, type FigureKey } from "./figures";
import { fromNanoseconds } from "./units";
import type { Workload } from "./workload";

/** How long to run before and while it counts. */
interface Duration {
  readonly warmupMs: number;
  readonly timeMs: number;
}

// A process needs some hundred thousand calls before it is warm.
const DURATION: Duration = { warmupMs: 400, timeMs: 400 };

/** Takes one figure in this process, in the unit of its key. */
export function measure(key: FigureKey): number {
  const figure: Figure = FIGURES[key];
  return "value" in figure ? figure.value() : fromNanoseconds(timeNs(figure.workload()), key);
}

/** The median time of one operation, in nanoseconds. */
export function timeNs({ operations, before, run }: Workload, { warmupMs, timeMs } = DURATION): number {
  const bench = new Bench({ warmupTime: warmupMs, time: timeMs, retainSamples: false, throws: true });
  let results = 0;
  const count = () => {
    results += run();
  };
  bench.add("workload", count, { async: false, ...(before && { beforeEach: before }) });
  const [task] = bench.runSync();
  if (!Number.isFinite(results)) throw new Error("the workload does not work");
  if (task?.result.state !== "completed") throw new Error(`the workload is ${task?.result.state}`);
  return (task.result.latency.p50 * 1e6) / operations;
}
