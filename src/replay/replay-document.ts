import type * as v from "valibot";
import { demandDocument } from "../accounting/demand";
import { REPLAY_SCHEMA, REPLAY_VERSION } from "../document-names";
import { servedDemand } from "../pool/pool-demand";
import type { Trace } from "../traces/trace";
import { toExactWire, toWire } from "../wire";
import { profilesOf } from "./profile-origin";
import { configOf } from "./replay-control";
import { isUrgent, type ReplayMove } from "./replay-decisions";
import type { ReplayInput, ReplayReport } from "./replay-run";
import type { replaySchema } from "./replay-schema";

/** A replay as one JSON document: snake_case, seconds, rounded to 6 digits but for its inputs, null for what is undefined. */
export type ReplayDocument = v.InferOutput<typeof replaySchema>;

/** Makes the document of a replay. `file` is what the trace is called. */
export function replayDocument(file: string, trace: Trace, input: ReplayInput, report: ReplayReport): ReplayDocument {
  const inputs = toExactWire(inputsOf(file, trace, input));
  return { ...toWire(documentOf(file, trace, input, report)), ...inputs } as ReplayDocument;
}

function documentOf(file: string, trace: Trace, input: ReplayInput, report: ReplayReport) {
  return {
    schema: REPLAY_SCHEMA,
    version: REPLAY_VERSION,
    ...inputsOf(file, trace, input),
    control: report.control,
    timeS: report.timeS,
    requests: report.requests,
    attainment: report.attainment,
    ttft: report.ttft,
    tpot: report.tpot,
    rows: report.rows.map(({ attainment, ...row }) => ({ ...row, ...attainment })),
    decisions: report.decisions,
    moves: report.moves.map(moveOf),
    reversals: report.reversals,
    demand: demandDocument(servedDemand(report.demand)),
    scores: report.scores,
    simulatedEngines: report.engines,
    state: report.state,
  };
}

/** Inputs of one or more replays in a document: exactly, since a profile has small numbers. */
export function inputsOf(file: string, trace: Trace, input: ReplayInput) {
  return {
    trace: {
      file,
      format: trace.format,
      requests: trace.requests.length,
      spanS: trace.requests.at(-1)?.atS ?? 0,
      outOfOrderRows: trace.outOfOrderRows,
      skippedRows: trace.skippedRows,
    },
    config: configOf(input),
    policy: policyName(input.policy),
    urgent: input.urgent ?? false,
    whileUnavailable: input.whileUnavailable ?? "hold",
    simulation: input.simulation ?? {},
    profiles: profilesOf(input.engines),
    engines: input.engines.map(({ id, role, profile }) => ({ id, role, profile })),
  };
}

function policyName(policy: ReplayInput["policy"] = "reactive"): string {
  return typeof policy === "string" ? policy : policy.name;
}

function moveOf({ decidedS, movedS, engine, from, to, decision }: ReplayMove) {
  const { by, reason, objective = null, objectiveDelta = null } = decision;
  return { decidedS, movedS, engine, from, to, by, reason, urgent: isUrgent(decision), objective, objectiveDelta };
}
