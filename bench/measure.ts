import { Bench } from "tinybench";
import { FIGURES, type FigureKey } from "./figures";

// A process needs some hundred thousand calls before it is warm.
const WARMUP_MS = 400;
const TIME_MS = 400;

/** Times one figure in this process, in the unit of its key. */
export function measure(key: FigureKey): number {
  const { operations, run } = FIGURES[key].workload();
  const bench = new Bench({ warmupTime: WARMUP_MS, time: TIME_MS, retainSamples: false, throws: true });
  let results = 0;
  bench.add(
    key,
    () => {
      results += run();
    },
    { async: false },
  );
  const [task] = bench.runSync();
  if (!Number.isFinite(results)) throw new Error(`${key}: the workload does not work`);
  if (task?.result.state !== "completed") throw new Error(`${key}: ${task?.result.state}`);
  const nanoseconds = (task.result.latency.p50 * 1e6) / operations;
  return key.endsWith("_us") ? nanoseconds / 1000 : nanoseconds;
}
