import { toWire, type Wire } from "../wire";
import type { ReplayInput, ReplayReport } from "./replay-run";
import type { Trace } from "./trace";

/** Name and version of the replay document. */
export const REPLAY_SCHEMA = "narwhal-slo/replay";
export const REPLAY_VERSION = 1;

/** A replay as one JSON document: snake_case, seconds, rounded to 6 digits, null for what is undefined. */
export type ReplayDocument = Wire<ReturnType<typeof documentOf>>;

/** Makes the document of a replay. `file` is what the trace is called. */
export function replayDocument(file: string, trace: Trace, input: ReplayInput, report: ReplayReport): ReplayDocument {
  return toWire(documentOf(file, trace, input, report));
}

function documentOf(file: string, trace: Trace, input: ReplayInput, report: ReplayReport) {
  const { total, ttftMet, tpotMet, bothMet } = report.attainment;
  const ratio = (met: number) => (total > 0 ? met / total : null);
  return {
    schema: REPLAY_SCHEMA,
    version: REPLAY_VERSION,
    trace: {
      file,
      format: trace.format,
      requests: trace.requests.length,
      spanS: trace.requests.at(-1)?.atS ?? 0,
      outOfOrderRows: trace.outOfOrderRows,
      skippedRows: trace.skippedRows,
    },
    config: input.config,
    simulation: input.simulation ?? {},
    engines: input.engines.map(({ id, role, profile }) => ({ id, role, profile })),
    timeS: report.timeS,
    requests: report.requests,
    attainment: {
      total,
      ttftMet,
      tpotMet,
      bothMet,
      ttftRatio: ratio(ttftMet),
      tpotRatio: ratio(tpotMet),
      bothRatio: ratio(bothMet),
    },
    ttft: report.ttft,
    tpot: report.tpot,
    rows: report.rows.map(({ attainment, ...row }) => ({ ...row, ...attainment })),
    demand: report.demand,
    scores: report.scores,
    simulatedEngines: report.engines,
    state: report.state,
  };
}
