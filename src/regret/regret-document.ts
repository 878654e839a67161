import type * as v from "valibot";
import { REGRET_SCHEMA, REGRET_VERSION } from "../document-names";
import { toWire } from "../wire";
import type { LoggedTraffic } from "./logged-traffic";
import type { RegretReport } from "./regret";
import type { regretSchema } from "./regret-schema";

/** Regret of a log as one JSON document: snake_case, rounded to 6 digits. */
export type RegretDocument = v.InferOutput<typeof regretSchema>;

/** Makes the document. `log` is what the file is called. */
export function regretDocument(log: string, traffic: LoggedTraffic, report: RegretReport): RegretDocument {
  return toWire({
    schema: REGRET_SCHEMA,
    version: REGRET_VERSION,
    log,
    requests: traffic.requests.length,
    leftOut: traffic.leftOut,
    loggedTotal: traffic.total,
    loggedKept: traffic.kept,
    ...regretFields(report),
  }) as RegretDocument;
}

/** The fields of `regretEntries`. */
export function regretFields({ total, kept, bestKept, parts, actual, best }: RegretReport) {
  const regret = bestKept - kept;
  return {
    total,
    kept,
    bestKept,
    regret,
    regretRatio: total > 0 ? regret / total : null,
    ...parts,
    moves: actual.moves.length,
    bestMoves: best.moves,
  };
}
