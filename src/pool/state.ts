import type * as v from "valibot";
import type { Accounting } from "../accounting/accounting";
import type { Attainment } from "../accounting/attainment";
import type { Config } from "../config";
import type { Controller } from "../control/controller";
import { decisionDocument } from "../decision/decision-document";
import { STATE_SCHEMA, STATE_VERSION } from "../document-names";
import type { SlopeState } from "../effects/move-slope";
import type { Engine, Fleet } from "../fleet";
import { learnedProfileOf } from "../fleet/learned-profile";
import type { LiveModel } from "../fleet/live-model";
import type { SinkCounts } from "../journal/sinks";
import { toWire } from "../wire";
import type { AnomalyCounts } from "./anomalies";
import type { DecisionTimeCounts } from "./decision-times";
import { hintsOf } from "./hints";
import { loadsOf } from "./pool-demand";
import type { RequestCounts } from "./request-counts";
import type { stateSchema } from "./state-schema";

/** Inputs of a state document. */
export interface StateInputs {
  readonly nowS: number;
  readonly accounting: Accounting;
  readonly fleet: Fleet;
  readonly controller: Controller;
  readonly anomalies: AnomalyCounts;
  readonly requests: RequestCounts;
  readonly decisionTimes: DecisionTimeCounts;
  /** Gains of moves by cause. */
  readonly moveEffects: ReadonlyMap<string, SlopeState>;
  /** Counts of the rows of the journal and of the event log; null without one. */
  readonly journal: SinkCounts | null;
  readonly eventLog: SinkCounts | null;
}

/** A pool as one JSON-safe document: snake_case, seconds, rounded to 6 digits, null for what is undefined. */
export type StateDocument = v.InferOutput<typeof stateSchema>;

/** Makes the state document. */
export function stateDocument(inputs: StateInputs): StateDocument {
  const { last } = inputs.controller.counter;
  return { ...toWire(stateOf(inputs)), last_decision: last && decisionDocument(last) } as StateDocument;
}

function stateOf(inputs: StateInputs) {
  const { nowS, accounting, fleet, controller, anomalies, requests, decisionTimes, moveEffects, journal, eventLog } =
    inputs;
  const { outcomes, offers, config } = accounting;
  const history = accounting.history(nowS);
  const { pending, ...windows } = history;
  const learned = accounting.learnedStatus(nowS);
  return {
    schema: STATE_SCHEMA,
    version: STATE_VERSION,
    atS: nowS,
    startedS: accounting.startedS,
    attainment: { ...outcomes.evidence(), ...metCounts(outcomes.retained()) },
    demandHistory: { ...windows, unsized: { ...windows.unsized, pending } },
    learnedOutputs: learned,
    demandEvidence: evidenceOf(controller, config, nowS),
    requests,
    offers: offers.counts(),
    anomalies,
    loads: loadsOf(fleet, nowS),
    fleet: {
      prefill: fleet.countByRole("prefill"),
      decode: fleet.countByRole("decode"),
      waiting: fleet.waitingRequests,
      engines: fleet.engines.map((engine) => engineOf(engine, nowS)),
    },
    policy: controller.policy.name,
    thresholds: config,
    pendingMove: controller.moves.pending,
    urgentPending: controller.urgentEvents.pending,
    counters: countersOf(controller),
    decisionTimes,
    moveEffects,
    journal,
    eventLog,
    memoryBytes: accounting.memoryBytes,
    hints: hintsOf({ accounting, fleet, history, learned, anomalies, nowS }),
  };
}

/** How well the kind of an engine is learned. */
function learnedState(model: LiveModel) {
  const { profile, prefill, decode } = learnedProfileOf(model);
  return { known: profile !== null, prefill, decode };
}

/** The fields of section 9. */
function evidenceOf(controller: Controller, config: Config, nowS: number) {
  const { spanS, arrivals, closed, ...reading } = controller.readEvidence(nowS);
  return {
    spanS,
    arrivals,
    requiredSpanS: config.evidenceSpanS,
    requiredArrivals: config.evidenceMinArrivals,
    maxSpanS: config.evidenceMaxSpanS,
    closed,
    riskEvents: controller.evidence.riskEvents,
    ...reading,
  };
}

function countersOf({ counter, moves }: Controller) {
  const counts = moves.counts();
  return {
    decisions: counter.byResult,
    reasons: counter.byReason,
    moves: counts.moves,
    reversals: counts.reversals,
    refusals: counts.refusals,
    inflight: counts.inflight,
    newestRefusals: counts.newestRefusals,
  };
}

/** `total` is `outcomes` of the evidence already. */
function metCounts({ ttftMet, tpotMet, bothMet, ttftRatio, tpotRatio, bothRatio }: Attainment) {
  return { ttftMet, tpotMet, bothMet, ttftRatio, tpotRatio, bothRatio };
}

function engineOf(engine: Engine, nowS: number) {
  return {
    id: engine.id,
    role: engine.role,
    available: engine.available,
    pinned: engine.pinned,
    hasProfile: engine.profile !== null,
    prefillRequests: engine.prefillRequests,
    decodeRequests: engine.decodeRequests,
    decodeTokens: engine.decodeTokens,
    prefillLoad: engine.prefillLoad(),
    decodeLoad: engine.decodeLoad(nowS),
    decodeCorrection: engine.correction,
    learned: engine.learning && learnedState(engine.learning.model),
  };
}
