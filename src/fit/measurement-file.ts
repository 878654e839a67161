import { benchmarkRuns } from "./benchmark-file";
import { type BenchmarkRun, decodePoints, prefillPoints } from "./benchmark-request";
import {
  type DecodePoint,
  type Measured,
  MeasurementError,
  MOST_ROWS,
  type PrefillPoint,
  readDecode,
  readPrefill,
} from "./measurements";

/** Prefill times of a CSV file, or of a benchmark's result file. @throws MeasurementError */
export function prefillOf(text: string, file: string): Measured<PrefillPoint> {
  const runs = benchmarkRuns(text, file);
  return runs ? measured(runs, prefillPoints, "batched", file) : readPrefill(text, file);
}

/** Token intervals of a CSV file, or of a benchmark's result file. @throws MeasurementError */
export function decodeOf(text: string, file: string): Measured<DecodePoint> {
  const runs = benchmarkRuns(text, file);
  return runs ? measured(runs, decodePoints, "saturated", file) : readDecode(text, file);
}

function measured<Point>(
  runs: readonly BenchmarkRun[],
  pointsOf: (run: BenchmarkRun) => Point[],
  leftOut: "batched" | "saturated",
  file: string,
): Measured<Point> {
  const points = runs.flatMap(pointsOf);
  const requests = runs.reduce((sum, run) => sum + run.length, 0);
  if (points.length > MOST_ROWS) {
    throw new MeasurementError(file, `must hold at most ${MOST_ROWS} requests that can be used, got ${points.length}`);
  }
  return { points, batched: 0, saturated: 0, [leftOut]: requests - points.length };
}
